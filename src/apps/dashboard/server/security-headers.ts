/**
 * The page may load its own files, send requests to its own server, and turn no text into code. So even a defect of the
 * page cannot send data to another server.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Adds the security headers to an answer of the dashboard. */
export function withSecurityHeaders({ body, status, headers }: Response): Response {
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(HEADERS)) all.set(name, value);
  if (!all.has('cache-control')) all.set('cache-control', 'no-store');
  return new Response(body, { status, headers: all });
}
