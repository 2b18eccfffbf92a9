/** The least contrast to white that a color needs, so that text in it can be read (WCAG 2.2, 1.4.3). */
export const CONTRAST_MIN = 4.5;

/** The contrast of a color such as `#0b7a75` to white, from 1 to 21. Null for a text that is no color. */
export function contrastToWhite(color: string): number | null {
  if (!/^#[\da-f]{6}$/i.test(color)) return null;
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
}
