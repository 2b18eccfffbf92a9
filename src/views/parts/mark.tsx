const TOWERS = 'M3 21V9l4-3.2L11 9v12H9v-6H5v6zM13 21V4h2v2h2V4h2v2h2v15h-3v-5a1 1 0 0 0-2 0v5z';

/** The mark as a data URL, for the browser's tab. Without it, browsers request /favicon.ico. */
export const MARK_URL = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#4f5bd5" fill-rule="evenodd" d="${TOWERS}"/></svg>`,
)}`;

/** The product's mark, in the color of the surrounding text. Hidden from screen readers. */
export function Mark({ size }: { size: number }) {
  return (
    <svg class="mark" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
      <path fill="currentColor" fill-rule="evenodd" d={TOWERS} />
    </svg>
  );
}
