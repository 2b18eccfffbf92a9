import type { developers as english } from '../en/developers.ts';

/** The same in German. */
export const developers: Readonly<Record<keyof typeof english, string>> = {
  'explorer.lead':
    'Abfragen und Änderungen laufen wirklich, mit Ihren Rechten. Was Sie schreiben, bleibt in diesem Browser.',
  'explorer.examples': 'Beispiele',
  'explorer.prove': 'Neu anmelden',
  'explorer.trusted': 'Dieser Server führt nur freigegebene Dokumente aus',
  'explorer.trustedText':
    'GRAPHQL_DOCUMENTS ist „trusted“. Daher kann das Schema nicht gelesen werden, und was hier geschrieben wird, wird abgelehnt.',
  'example.rights': 'Wer bin ich, und was darf ich?',
  'example.find': 'Eine Person, Gruppe oder Anwendung finden',
  'example.user': 'Ein Benutzer: Gruppen, Sitzungen und Einwilligungen',
  'example.inactive': 'Benutzer, die sich seit 90 Tagen nicht angemeldet haben',
  'example.factor': 'Administratoren ohne zweiten Faktor',
  'example.groups': 'Gruppen mit deaktivierten Mitgliedern',
  'example.secrets': 'Anwendungen mit den ältesten Geheimnissen',
  'example.trail': 'Was seit gestern mit Benutzern geschah',
  'example.create': 'Eine Gruppe mit einem Mitglied anlegen',
  'reference.lead':
    'Die REST-Pfade, aus der Beschreibung des Servers selbst. Programme rufen sie mit einem Access-Token auf.',
};
