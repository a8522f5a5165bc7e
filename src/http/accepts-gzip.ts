/** Whether a client accepts gzip (RFC 9110, section 12.5.3). */
export function acceptsGzip({ headers }: Request): boolean {
  const accepted = headers.get('accept-encoding') ?? '';
  return accepted.split(',').some((each) => /^\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/i.test(each));
}
