import * as z from 'zod';
import { LEVEL_METHODS, type AuthenticationLevel, type LevelMethod } from '../kernel/runtime.ts';
import { type Section, variable } from './variable.ts';

const LEVELS_MAX = 16;

/** The value has no blank, comma or quote, so that it can stand in `acr_values` and in this list. */
const LEVEL = /^([!#-+\--[\]-~]{1,200})=([a-z+|]{1,200})$/;

const isMethod = (word: string): word is LevelMethod => (LEVEL_METHODS as readonly string[]).includes(word);

/** One level, written `value=way|way`; a way is `any`, or methods joined by `+`. Undefined if it is none. */
function readLevel(text: string): AuthenticationLevel | undefined {
  const [, value, written] = LEVEL.exec(text) ?? [];
  if (value === undefined || written === undefined) return undefined;
  const ways = written === 'any' ? [[]] : written.split('|').map((way) => way.split('+'));
  const methods = ways.flat();
  return methods.every(isMethod) ? { value, ways: ways as LevelMethod[][] } : undefined;
}

/** Whether each level needs all that the one before needs, so that a login that reaches one has reached those before it. */
const rises = (levels: readonly AuthenticationLevel[]): boolean =>
  levels.every(({ ways }, index) =>
    ways.every((way) => levels[index - 1]?.ways.some((lower) => lower.every((method) => way.includes(method))) ?? true),
  );

const levels: z.ZodType<readonly AuthenticationLevel[]> = z
  .string()
  .transform((text) => text.split(',').map((part) => readLevel(part.trim())))
  .pipe(z.array(z.custom<AuthenticationLevel>((level) => level !== undefined)).max(LEVELS_MAX))
  // Every login has a level.
  .refine(([lowest]) => lowest?.ways.some((way) => way.length === 0))
  .refine((all) => new Set(all.map(({ value }) => value)).size === all.length)
  .refine(rises);

/** What the levels of logins are called, and what reaches them. */
export const authentication = {
  title: 'Authentication levels',
  variables: {
    levels: variable('ACR_LEVELS', levels, {
      about:
        'The values of `acr` that applications may ask for and are told, from the lowest to the highest, and how a login ' +
        `reaches each: \`any\` login, or one of several ways, separated by \`|\`. A way is what the login has to have, joined ` +
        'by `+`: `password`, `email` (a code of a mail), `otp` (a code of an authenticator app, or a backup code) and `passkey` (which has verified its ' +
        'user). The metadata has the values as `acr_values_supported`.',
      format:
        'values with their ways (value=way|way), separated by commas; the first is reached by any login, and each needs ' +
        'all that the one before it needs',
      fallback: 'urn:guildhall:acr:1=any,urn:guildhall:acr:2=otp|passkey,urn:guildhall:acr:3=passkey',
    }),
  },
} satisfies Section;
