/** Not defined on every platform. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/**
 * Whether the code runs in development. Bundlers replace the exact expression `process.env.NODE_ENV`. Without a bundler
 * and without `process`, the result is `false`.
 */
export function isDevelopment(): boolean {
  try {
    return process.env.NODE_ENV !== 'production';
  } catch {
    return false;
  }
}
