import { fault } from '../../ground/kernel/errors.ts';

/** The most bytes of a logo. */
export const LOGO_MAX = 65_536;
/** The most characters of its data URI. */
export const LOGO_URI_MAX = 90_000;

/** A picture, with its media type. */
interface Logo {
  readonly logo: Buffer;
  readonly logoType: string;
}

/** How the files of each type begin. SVG is not among them: it can hold scripts. */
const BEGINNINGS: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  'image/png': (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  'image/jpeg': (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
  'image/webp': (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
};

const URI = /^data:(image\/[a-z]+);base64,([A-Za-z0-9+/]+={0,2})$/;

/** Reads a data URI of a PNG, JPEG or WebP. Throws `invalid` for other types, other contents and large pictures. */
export function readLogo(value: string): Logo {
  const [, type = '', text = ''] = URI.exec(value.slice(0, LOGO_URI_MAX + 1)) ?? [];
  if (!Object.hasOwn(BEGINNINGS, type)) throw fault('logo', 'picture');
  const logo = Buffer.from(text, 'base64');
  if (logo.length > LOGO_MAX) throw fault('logo', 'too_large', { max: LOGO_MAX });
  if (!BEGINNINGS[type]!(logo)) throw fault('logo', 'picture_type', { type });
  return { logo, logoType: type };
}
