import type { Translate } from './translate.ts';

/** The application somebody signs in to, as people know it. */
export interface ClientContext {
  name: string;
  /** An https picture; its first letter stands in when there is none. */
  logoUri?: string | null | undefined;
}

const characters = new Intl.Segmenter();

/** The first letter of a name, for want of a picture. Says nothing to a screen reader. */
export function Letter({ of: name }: { of: string }) {
  const [first] = characters.segment(name.trim());
  return (
    <span class="logo letter" aria-hidden="true">
      {first?.segment.toLocaleUpperCase() ?? '·'}
    </span>
  );
}

/** The logo of a client, or its first letter. Says nothing to a screen reader: the name always stands beside it. */
export function ClientLogo({ client }: { client: ClientContext }) {
  if (client.logoUri?.startsWith('https://') || client.logoUri?.startsWith('data:image/'))
    return <img class="logo" src={client.logoUri} alt="" width="48" height="48" referrerpolicy="no-referrer" />;
  return <Letter of={client.name} />;
}

/** A name that somebody else chose: emphasised, and kept from turning the direction of the text around it. */
export function Name({ children }: { children: string }) {
  return (
    <strong class="name">
      <bdi>{children}</bdi>
    </strong>
  );
}

/** The top of a page on the way to an application, which it names; `title` alone where there is none. */
export function Heading({
  t,
  title,
  client,
}: {
  t: Translate;
  title: string;
  client: ClientContext | null | undefined;
}) {
  return (
    <>
      {client && <ClientLogo client={client} />}
      <h1>{title}</h1>
      {client && <p class="lead">{t.rich('login.toClient', { client: <Name>{client.name}</Name> })}</p>}
    </>
  );
}
