const paths = {
  done: 'm6 12.5 4 4 8-9',
  mail: 'M4 7.5h16v10H4zm0 .5 8 6 8-6',
  warning: 'M12 6.5v7m0 3.2v.3',
};

/** A picture of the result, above a page with one message. Hidden from screen readers. */
export function Icon({ kind }: { kind: keyof typeof paths }) {
  return (
    <svg class={`icon ${kind}`} viewBox="0 0 24 24" width="48" height="48" aria-hidden="true" focusable="false">
      <path d={paths[kind]} />
    </svg>
  );
}
