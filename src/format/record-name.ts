/** The name in a record; `undefined` if there is none. In a record, any field except the id may be of another type. */
export function nameOfRecord(record: object | undefined): string | undefined {
  const { database_name: ofDatabase, name: ofIndex } = (record ?? {}) as Readonly<Record<string, unknown>>;
  const name = ofDatabase ?? ofIndex;
  return typeof name === 'string' && name.trim() !== '' ? name : undefined;
}
