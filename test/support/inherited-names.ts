/** Names of members of Object.prototype. A look-up in a plain object finds them, although the object has no such member. */
export const inheritedNames = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf'] as const;
