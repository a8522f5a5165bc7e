/** The version in package.json. A test compares both. */
export const VERSION = '0.1.0';
