import type { ComponentChildren } from 'preact';

/**
 * Whether an address may stand in a link: a path of ours, http(s), or a scheme of an application's own, which
 * RFC 8252 §7.1 has contain a dot. So `javascript:` and `data:` never are.
 */
export function isLinkable(address: string): boolean {
  const url = URL.parse(address, 'https://page.invalid');
  return url !== null && (/^https?:$/.test(url.protocol) || url.protocol.includes('.'));
}

interface LinkProps {
  href: string;
  class?: string;
  children: ComponentChildren;
}

/** A link, or only its text when the address must not be followed. */
export function Link({ href, children, ...rest }: LinkProps) {
  if (!isLinkable(href)) return <span>{children}</span>;
  return (
    <a href={href} {...rest}>
      {children}
    </a>
  );
}
