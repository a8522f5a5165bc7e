/** Not every platform has one. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/**
 * Whether this is no build for production. Bundlers replace the expression, so it has to be written as it is; where
 * nobody did and there is no `process`, it counts as production.
 */
export function isDevelopment(): boolean {
  try {
    return process.env.NODE_ENV !== 'production';
  } catch {
    return false;
  }
}
