/** The key of the method that returns the text of an object for `console.log`, in Node and Deno. */
export const inspectForm: symbol = /* @__PURE__ */ Symbol.for('nodejs.util.inspect.custom');
