import { createHash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import type { Clock } from '../../../index.js';
import { isObject } from '../../../core/shared/is-object.js';
import { parseConfig } from '../config/document.js';
import { expandVariables } from '../config/expand-variables.js';
import { readRegularFile } from '../config/read-file.js';

/** A change is used when two looks in a row find it, so that a file that is being written is not read in parts. */
const EVERY_MS = 2000;

const MAX_BYTES = 1024 * 1024;

/**
 * Notices changes of a configuration file and of the files that it names in members such as `passwordFile`. It compares
 * contents, and not the files: Kubernetes replaces the folder of a ConfigMap by a symbolic link to another one, and an editor
 * replaces a file by another one.
 */
export class ConfigFiles {
  readonly #file: string;
  readonly #env: NodeJS.ProcessEnv;
  #named: { readonly text: string; readonly paths: readonly string[] } = { text: '', paths: [] };
  #used: string | undefined;
  #seen: string | undefined;

  constructor(file: string, env: NodeJS.ProcessEnv) {
    this.#file = file;
    this.#env = env;
  }

  /** To be called before the files are read: later changes count. */
  async reading(): Promise<void> {
    this.#used = this.#seen = await this.#fingerprint();
  }

  /** Calls `onChanged`, which reads the files, after each change. @returns a function that ends this */
  watch(clock: Clock, onChanged: () => Promise<void>): () => void {
    let isEnded = false;
    let cancel = clock.schedule(() => void look(), EVERY_MS);
    const look = async (): Promise<void> => {
      const now = await this.#fingerprint();
      const isSettled = now === this.#seen;
      this.#seen = now;
      if (isSettled && now !== this.#used && !isEnded) await onChanged();
      if (!isEnded) cancel = clock.schedule(() => void look(), EVERY_MS);
    };
    return () => {
      isEnded = true;
      cancel();
    };
  }

  async #fingerprint(): Promise<string> {
    const text = await contentOf(this.#file);
    if (text !== this.#named.text) this.#named = { text, paths: this.#namedIn(text) ?? this.#named.paths };
    const contents = await Promise.all(this.#named.paths.map(contentOf));
    return createHash('sha256')
      .update(JSON.stringify([text, ...contents]))
      .digest('hex');
  }

  /** @returns `undefined` if the text is no YAML */
  #namedIn(text: string): readonly string[] | undefined {
    const { document } = parseConfig(text);
    if (document === undefined) return undefined;
    const { value } = expandVariables(document.value, this.#env);
    return filesIn(value).map((path) => resolve(dirname(resolve(this.#file)), path));
  }
}

function filesIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return name.endsWith('File') ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => filesIn(item));
  return isObject(value) ? Object.entries(value).flatMap(([member, each]) => filesIn(each, member)) : [];
}

async function contentOf(path: string): Promise<string> {
  return readRegularFile(path, MAX_BYTES).then(String, (error: Error) => error.message);
}
