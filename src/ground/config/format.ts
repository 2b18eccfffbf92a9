import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import * as z from 'zod';
import { hostsOf, SESSION_TARGETS, targetOf } from '../kernel/postgres-url.ts';

/** A decimal whole number from `min` to `max`. */
export function wholeNumber(min: number, max: number): z.ZodType<number> {
  return z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);
}

/** A whole number of units, as seconds. */
export function duration(secondsPerUnit: number, min: number, max: number): z.ZodType<number> {
  return wholeNumber(min, max).transform((units) => units * secondsPerUnit);
}

/** A number of processes. `auto` is the number of cores that this process may use. */
export const processes: z.ZodType<number> = z.union([
  z.stringFormat('auto', /^auto$/i).transform(() => availableParallelism()),
  wholeNumber(1, 256),
]);

/** One of the words, in any case. */
export function oneOf<const Word extends string>(...words: [Word, ...Word[]]): z.ZodType<Word, string> {
  return z.string().toLowerCase().pipe(z.enum(words));
}

/** A yes or no in any usual spelling. */
export const yesOrNo: z.ZodType<boolean> = z.stringbool({
  truthy: ['true', '1', 'yes', 'on'],
  falsy: ['false', '0', 'no', 'off'],
});

/** Text for people: no control characters, at most `max` characters. */
export function text(max: number): z.ZodType<string> {
  return z
    .string()
    .regex(/^\P{Cc}+$/u)
    .refine((value) => [...value].length <= max);
}

/** A secret that the operator chose, of at most `max` UTF-8 bytes. */
export function secretText(max: number): z.ZodType<string> {
  return z.string().refine((value) => value.length > 0 && Buffer.byteLength(value) <= max);
}

/** The beginning of an address. A value is appended to it. */
export const addressPrefix: z.ZodType<string> = z.url({ protocol: /^https?$/ }).regex(/[/=]$/);

/** A name or address to listen on. */
export const host: z.ZodType<string> = z.union([z.ipv4(), z.ipv6(), z.hostname()]);

/** A path. A relative one starts at the working directory. */
export const filePath: z.ZodType<string> = z.string().transform((value) => resolve(value));

/** At least one path, separated by commas. */
export const filePaths: z.ZodType<string[]> = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .pipe(z.array(z.string().min(1)))
  .transform((paths) => paths.map((path) => resolve(path)));

/**
 * An issuer: scheme and host in normal form, with the path prefix and without a trailing slash. The prefix may have only
 * unreserved characters, so that it means the same for proxies, routers and cookies.
 */
export const issuer: z.ZodType<string> = z
  .string()
  // The URL parser would accept spaces, backslashes and a third slash, and drop an empty query or fragment.
  .regex(/^https?:\/\/[^\s\\?#@/][^\s\\?#@]*$/i)
  .transform((value, context) => {
    const url = URL.parse(value);
    const path = url?.pathname.replace(/\/$/, '') ?? '';
    if (url !== null && /^(\/[\w.~-]+)*$/.test(path)) return url.origin + path;
    context.addIssue('not an issuer');
    return z.NEVER;
  });

/** The address of a service, to which paths are appended. */
export const serviceUrl: z.ZodType<string> = z
  .string()
  .trim()
  .regex(/^https?:\/\/[^\s?#@]+$/i)
  .refine((value) => URL.canParse(value))
  .transform((value) => value.replace(/\/+$/, ''));

/** Names with values, `name=value,other=value`, with special characters percent-encoded (W3C Baggage). */
export const namedValues: z.ZodType<Readonly<Record<string, string>>> = z.string().transform((value, context) => {
  const pairs = value.split(',').map((pair) => /^\s*([\w.!#$%&'*+^`|~/-]+)\s*=\s*([^,;"\\]*?)\s*$/.exec(pair));
  if (pairs.every((pair) => pair !== null && decodes(pair[2]!)))
    return Object.fromEntries(pairs.map((pair) => [pair![1]!, decodeURIComponent(pair![2]!)]));
  context.addIssue('not named values');
  return z.NEVER;
});

/** A share, from 0 to 1. */
export const share: z.ZodType<number> = z
  .string()
  .regex(/^(0(\.\d+)?|1(\.0+)?)$/)
  .transform(Number);

/** Connection strings that `pg` can read, of one server or several. */
export const postgresUrl: z.ZodType<string> = z
  .string()
  .trim()
  .regex(/^postgres(ql)?:\/\/[^\s#]+$/)
  .refine((value) => {
    const urls = hostsOf(value);
    const named = urls.length === 1 || urls.every((url) => URL.parse(url)?.hostname);
    return named && SESSION_TARGETS.includes(targetOf(value)) && urls.every(isPostgresUrl);
  });

/** `pg` decodes the parts on every connect, so a wrong percent sign would fail only then. */
function isPostgresUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && [url.username, url.password, url.hostname, url.pathname].every(decodes);
}

/** A mail server. The query has options of the transport. */
export const smtpUrl: z.ZodType<string> = z
  .string()
  .trim()
  .regex(/^smtps?:\/\/[^\s#]+$/i)
  .refine((value) => {
    const url = URL.parse(value);
    return url !== null && url.hostname !== '' && [url.username, url.password].every(decodes);
  });

/** `name@example.com` or `A name <name@example.com>`. */
export const sender: z.ZodType<string> = text(320).refine((value) => {
  const [, name, bracketed] = /^([^<>"@,;:\\]*)<([^<>]+)>$/.exec(value) ?? [];
  return z.email().safeParse(name === undefined ? value : bracketed).success;
});

/** 32 bytes written as 64 hexadecimal digits, base64 or base64url. */
export const secretKey: z.ZodType<Buffer> = z
  .string()
  .trim()
  .regex(/^([0-9a-f]{64}|[\w+/-]{43}=?)$/i)
  .transform((value) => Buffer.from(value, value.length === 64 ? 'hex' : 'base64'));

/** Who may tell the addresses of callers, as in Express: nobody's, a number of hops, or addresses. */
type TrustProxy = false | number | string[];

const MAX_PROXY_HOPS = 32;
const addressRange = z.union([
  z.ipv4(),
  z.ipv6(),
  z.cidrv4(),
  z.cidrv6(),
  oneOf('loopback', 'linklocal', 'uniquelocal'),
]);

/** IPv6 with an IPv4 tail. Express reads only some forms. */
const dottedIpv6 = /:.*\./;

/** See `TrustProxy`. Trusting everybody is not possible, because any caller could then choose its address. */
export const trustProxy: z.ZodType<TrustProxy> = z.union([
  oneOf('false', 'no', 'off', '0').transform((): false => false),
  wholeNumber(1, MAX_PROXY_HOPS),
  z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .pipe(z.array(addressRange.refine((range) => !range.endsWith('/0') && !dottedIpv6.test(range)))),
]);

/** At least one host, `*.` and a host for all below it, or `*` for any. */
export const hostPatterns: z.ZodType<string[]> = z
  .string()
  .toLowerCase()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .pipe(z.array(z.string().regex(/^(?:\*|(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*|\[[\da-f:.]+\])$/)));

/** At least one absolute URI without a fragment. */
export const resources: z.ZodType<string[]> = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .pipe(z.array(z.url().regex(/^[^#\s]{1,2048}$/)));

/** At least one address or range. */
export const networks: z.ZodType<string[]> = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])));

function decodes(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
