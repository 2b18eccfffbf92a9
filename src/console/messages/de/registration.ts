import type { registration as english } from '../en/registration.ts';

/** The same in German. */
export const registration: Readonly<Record<keyof typeof english, string>> = {
  'registration.lead': 'Mit einem Initial Access Token registrieren sich Anwendungen selbst (RFC 7591).',
  'registration.none': 'Es gibt keine Initial Access Tokens.',
  'registration.about':
    'Geben Sie ein Token an einen Partner, und dessen Anwendungen registrieren sich selbst in seinen Grenzen.',
  'registration.noClients': 'Das Token hat keine Anwendungen registriert, die es noch gibt.',
  'registration.create': 'Initial Access Token anlegen',
  'registration.isCreated': 'Das Initial Access Token ist angelegt.',
  'registration.name': 'Token',
  'registration.nameHelp': 'Wie Administratoren es nennen, etwa nach dem Partner, der es erhält.',
  'registration.hosts': 'Hosts der Anwendungen',
  'registration.hostsHelp':
    'Je einer pro Zeile: ein Host, *. und ein Host für alle darunter, * für jeden Host, oder ein Schema mit seinem Doppelpunkt. Alle Adressen der Anwendungen müssen dort sein.',
  'registration.clients': 'Anwendungen',
  'registration.clientsMax': 'Wie viele Anwendungen',
  'registration.clientsMaxHelp': 'Mehr registriert das Token nicht.',
  'registration.lifetime': 'Das Token gilt',
  'registration.clientLifetime': 'Eine Anwendung gilt',
  'registration.unlimited': 'bis sie gelöscht wird',
  'registration.expires': 'Läuft ab',
  'registration.resourcesHelp': 'Jede Anwendung darf Access Tokens für diese anfordern, je eine Adresse pro Zeile.',
  'registration.issuer': 'Aussteller von Software Statements',
  'registration.issuerHelp':
    'Ist einer angegeben, braucht jede Anwendung ein Statement, das dieser Aussteller signiert hat.',
  'registration.jwks': 'Öffentliche Schlüssel des Ausstellers (JWKS)',
  'registration.allows': 'Womit Anwendungen registriert werden dürfen',
  'registration.revoke': 'Zurückziehen',
  'registration.revokeText': '{name} registriert keine Anwendungen mehr. Bereits registrierte bleiben.',
  'registration.revokeAll': 'Mit Registrierungen zurückziehen',
  'registration.revokeAllText':
    '{name} registriert keine Anwendungen mehr. Bereits registrierte bleiben, können sich aber nicht mehr selbst ändern.',
  'registration.endToken': 'Selbstverwaltung beenden',
  'registration.endTokenText': '{name} bleibt, wie es ist, und kann sich nicht mehr selbst ändern oder löschen.',
  'registration.tokenEnded': 'Die Anwendung verwaltet sich nicht mehr selbst.',
  'registration.isRevoked': 'Das Initial Access Token ist zurückgezogen.',

  'registrationTab.clients': 'Anwendungen',
  'registrationTab.settings': 'Grenzen',
};
