/** An email address. If it needs two lines, the second begins behind the @. */
export function Address({ of }: { of: string }) {
  const at = of.lastIndexOf('@') + 1;
  return (
    <span>
      {of.slice(0, at)}
      <wbr />
      {of.slice(at)}
    </span>
  );
}
