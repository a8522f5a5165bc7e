import { describe, expect, test } from 'vitest';
import { FleetError } from '../../../src/core/shared/fleet-error.js';
import { ConnectionFailure, createOutcome } from '../../../src/core/wire/failure.js';

const unavailable = new FleetError('unavailable', 'create-database', 'the connection failed');

describe('the outcome of a create whose connection failed', () => {
  test.each([
    ['ECONNREFUSED', 'connect', true],
    ['ECONNREFUSED', undefined, true],
    ['ENOTFOUND', 'getaddrinfo', true],
    ['EHOSTUNREACH', 'connect', true],
    ['EHOSTUNREACH', 'read', false],
    ['ENETUNREACH', 'write', false],
    ['UND_ERR_CONNECT_TIMEOUT', undefined, true],
    ['CERT_HAS_EXPIRED', undefined, true],
    ['ECONNRESET', 'read', false],
    ['ETIMEDOUT', 'connect', false],
    ['EPIPE', 'write', false],
    ['UND_ERR_SOCKET', undefined, false],
    ['UND_ERR_HEADERS_TIMEOUT', undefined, false],
  ])('with %s in %s is known: %s', (code, syscall, isKnown) => {
    const failure = new ConnectionFailure(Object.assign(new Error('x'), { code, syscall }));
    expect(createOutcome(unavailable, failure).code).toBe(isKnown ? 'unavailable' : 'outcome-unknown');
  });
});

describe('the outcome of a create that was refused', () => {
  test.each([
    [400, true],
    [401, true],
    [404, true],
    [408, false],
    [429, true],
    [500, false],
    [503, false],
  ])('with the status %i is known: %s', (status, isKnown) => {
    const error = new FleetError('rejected', 'create-database', 'refused', { status });
    expect(createOutcome(error, undefined) === error).toBe(isKnown);
    expect(createOutcome(error, undefined).code).toBe(isKnown ? 'rejected' : 'outcome-unknown');
  });
});
