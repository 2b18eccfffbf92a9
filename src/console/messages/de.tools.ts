import type { tools as english } from './en.tools.ts';

/** The same texts in German. */
export const tools: Readonly<Record<keyof typeof english, string>> = {
  'nav.explorer': 'Explorer',
  'nav.reference': 'API-Referenz',

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

  'find.open': 'Suchen (Strg+K)',
  'find.label': 'Benutzer, Gruppen, Organisationen und Anwendungen',
  'find.none': 'Nichts gefunden.',
  'found.User': 'Benutzer',
  'found.Group': 'Gruppe',
  'found.Organization': 'Organisation',
  'found.Client': 'Anwendung',

  'filters.menu': 'Gespeicherte Filter',
  'filters.none': 'Noch keine. Sie bleiben in diesem Browser.',
  'filters.name': 'Name für die jetzigen Filter, Reihenfolge und Spalten',
  'filters.save': 'Speichern',
  'filters.remove': '{name} entfernen',

  'reference.lead':
    'Die REST-Pfade, aus der Beschreibung des Servers selbst. Programme rufen sie mit einem Access-Token auf.',
  'import.noFile': 'Die Datei ist nicht angekommen',
  'import.noFileText': 'Wenn sie nicht gerade gesendet wird, senden Sie sie noch einmal, oder löschen Sie den Import.',
  'import.sendAgain': 'Datei noch einmal senden',
};
