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

const isPicture = (uri: string | null | undefined): uri is string => /^(?:https:\/\/|data:image\/)/.test(uri ?? '');

/** A logo, or nothing if there is none. Hidden from screen readers, because the name is always beside it. */
export function Picture({ of: uri }: { of: string | null | undefined }) {
  if (!isPicture(uri)) return null;
  return <img class="logo" src={uri} alt="" width="48" height="48" referrerpolicy="no-referrer" />;
}

/** The logo of a client, or its first letter. */
export function ClientLogo({ client }: { client: ClientContext }) {
  return isPicture(client.logoUri) ? <Picture of={client.logoUri} /> : <Letter of={client.name} />;
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
