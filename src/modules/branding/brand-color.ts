import { fault } from '../../ground/kernel/errors.ts';

/** The least contrast of text (WCAG 2.2, 1.4.3). */
const CONTRAST_MIN = 4.5;
/** How much of the color is in the background of what is marked. */
const TINT = { light: 0.08, dark: 0.14 };

const WHITE = [255, 255, 255] as const;
const BLACK = [0, 0, 0] as const;
/** What text stands on in dark mode. */
const DARK_CARD = [24, 27, 36] as const;

type Rgb = readonly [number, number, number];

const rgbOf = (color: string): Rgb => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)) as never as Rgb;
const textOf = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
const mixed = (color: Rgb, other: Rgb, share: number): Rgb =>
  color.map((part, n) => part * share + other[n]! * (1 - share)) as never as Rgb;

/** Relative luminance, as WCAG defines it. */
function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as never as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: Rgb, other: Rgb): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const isReadable = (color: Rgb, card: Rgb, tint: number): boolean =>
  contrast(color, mixed(color, card, tint)) >= CONTRAST_MIN;

/** Reads a color such as `#0b7a75`. Throws `invalid` for other text, and for a color that is too light to be read on white. */
export function readBrandColor(value: string): string {
  const color = value.trim().toLowerCase();
  if (!/^#[0-9a-f]{6}$/.test(color)) throw fault('color', 'color');
  if (!isReadable(rgbOf(color), WHITE, TINT.light)) throw fault('color', 'contrast', { min: CONTRAST_MIN });
  return color;
}

/** The same color for dark mode, lighter until it can be read. */
function forDark(color: Rgb): Rgb {
  let lighter = color;
  for (let share = 0.95; share > 0 && !isReadable(lighter, DARK_CARD, TINT.dark); share -= 0.05)
    lighter = mixed(color, WHITE, share);
  return lighter;
}

/** The style of pages in a color: what replaces the product's own. */
export function brandStyle(color: string): string {
  const [light, dark] = [rgbOf(color), forDark(rgbOf(color))];
  const rules = (accent: Rgb, strong: Rgb, tint: Rgb): string =>
    `:root { --accent: ${textOf(accent)}; --accent-strong: ${textOf(strong)}; --tint: ${textOf(tint)}; }`;
  return `${rules(light, mixed(light, BLACK, 0.85), mixed(light, WHITE, TINT.light))}
@media (prefers-color-scheme: dark) {
  ${rules(dark, mixed(dark, WHITE, 0.7), mixed(dark, DARK_CARD, TINT.dark))}
}
`;
}
