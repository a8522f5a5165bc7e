/** The person at the terminal ended the command while it asked or waited. */
export class Interrupted extends Error {
  constructor() {
    super('interrupted');
  }
}
