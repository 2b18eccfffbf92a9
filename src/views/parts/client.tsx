import { lazy } from '../../ground/kernel/lazy.ts';
import type { Translate } from '../translate.ts';

/** The application that the user signs in to. */
export interface ClientContext {
  name: string;
  /** An https picture. Without it, the page shows the first letter of the name. */
  logoUri?: string | null | undefined;
}

const characters = lazy(() => new Intl.Segmenter());

/** The first letter of a name, instead of a picture. Hidden from screen readers. */
export function Letter({ of: name }: { of: string }) {
  const [first] = characters().segment(name.trim());
  return (
    <span class="logo letter" aria-hidden="true">
      {first?.segment.toLocaleUpperCase() ?? '·'}
    </span>
  );
}

/** The logo of a client, or its first letter. Hidden from screen readers, because the name is always beside it. */
export function ClientLogo({ client }: { client: ClientContext }) {
  if (client.logoUri?.startsWith('https://') || client.logoUri?.startsWith('data:image/'))
    return <img class="logo" src={client.logoUri} alt="" width="48" height="48" referrerpolicy="no-referrer" />;
  return <Letter of={client.name} />;
}

/** A name that somebody else chose. It is emphasized, and cannot change the direction of the surrounding text. */
export function Name({ children }: { children: string }) {
  return (
    <strong class="name">
      <bdi>{children}</bdi>
    </strong>
  );
}

/** The heading of a page, with the application that the user signs in to, if any. */
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
