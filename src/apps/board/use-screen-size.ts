import { useStdout } from 'ink';
import { useEffect, useState } from 'react';
import type { ScreenSize } from './board-layout.js';

/** The size of the screen. Draws again when it changes. */
export function useScreenSize(): ScreenSize {
  const { stdout } = useStdout();
  const [size, setSize] = useState(() => sizeOf(stdout));
  useEffect(() => {
    const onResize = (): void => setSize(sizeOf(stdout));
    stdout.on('resize', onResize);
    return () => void stdout.off('resize', onResize);
  }, [stdout]);
  return size;
}

function sizeOf({ columns, rows }: NodeJS.WriteStream): ScreenSize {
  return { columns, rows };
}
