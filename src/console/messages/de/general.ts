import type { general as english } from '../en/general.ts';

/** The same in German. */
export const general: Readonly<Record<keyof typeof english, string>> = {
  product: 'Guildhall',
  loading: 'Wird geladen',
  close: 'Schließen',

  'fault.field': '„{label}“',
  'fault.line': '{field} (Zeile {line})',
  'fault.network': 'Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  'fault.input': 'Einige Felder sind nicht richtig.',
  'fault.proof': 'Dafür müssen Sie sich erneut ausweisen.',

  'broken.title': 'Etwas ist schiefgegangen',
  'broken.text': 'Die Seite kann nicht gezeigt werden. Laden Sie sie neu.',

  'notFound.title': 'Nicht gefunden',
  'notFound.text': 'Unter dieser Adresse gibt es nichts, oder nichts, was Sie sehen dürfen.',

  yes: 'Ja',
  no: 'Nein',
  id: 'Id',
  'id.copy': 'Id kopieren',

  'state.AWAITING_FILE': 'Datei fehlt',
  'state.RUNNING': 'Läuft',
  'state.DONE': 'Fertig',
  'state.FAILED': 'Fehlgeschlagen',
  'state.CANCELED': 'Abgebrochen',
  'state.REGISTERING': 'Verwendbar',
  'state.USED_UP': 'Aufgebraucht',

  state: 'Zustand',

  'state.PENDING': 'Offen',
  'state.FAILING': 'Bisher gescheitert',
  'state.ACCEPTED': 'Angenommen',
  'state.EXPIRED': 'Abgelaufen',
  'state.REVOKED': 'Zurückgezogen',
  'state.SENT': 'Gesendet',
  'state.DEAD': 'Aufgegeben',
  'state.DELIVERED': 'Zugestellt',

  created: 'Angelegt',
  changed: 'Geändert',
  sent: 'Gesendet',
  expires: 'Läuft ab',
  attempts: 'Versuche',
  save: 'Speichern',
  saved: 'Gespeichert.',
  cancel: 'Abbrechen',
  remove: 'Entfernen',
  resend: 'Erneut senden',
  delete: 'Löschen',
  isDeleted: '{name} ist gelöscht.',
  undo: 'Rückgängig machen',
  undone: 'Rückgängig gemacht.',
  notAllowed: 'Das dürfen Sie nicht sehen.',

  'form.lines': 'Je eines pro Zeile.',
  'form.reload': 'Neu laden',

  'confirm.type': 'Zur Bestätigung „{name}“ eingeben',

  copy: 'Kopieren',
  copied: 'Kopiert',
  never: 'Nie',

  'draft.giveUp': 'Eingaben verwerfen?',
  'draft.giveUpText': 'Ihre Eingaben sind nicht gespeichert und gingen verloren.',
  'draft.giveUpAction': 'Verwerfen',
  'draft.stay': 'Weiter bearbeiten',
  'draft.meanwhile': 'Inzwischen anderswo geändert: {fields}. Wenn Sie speichern, gilt Ihre Eingabe.',

  'proof.missing': 'Nichts wurde geändert: Sie haben nicht bestätigt, dass Sie es sind. Ihre Eingaben sind noch da.',

  'list.mark': '{name} auswählen',
  'list.markAll': 'Alle auf dieser Seite auswählen',
  'list.any': '{label}: alle',
  'list.clear': 'Filter löschen',
  'list.columns': 'Spalten',
  'list.actions': 'Aktionen',
  'list.next': 'Weiter',
  'list.previous': 'Zurück',
  'list.first': 'Zum Anfang',
  'list.size': 'Zeilen pro Seite',
  'list.perPage': '{size} Zeilen',
  'list.total': '{count} gefunden',
  'list.totalAtLeast': 'Mindestens {count} gefunden',

  'picker.type': 'Zum Suchen tippen',
  'picker.none': 'Nichts gefunden',
  'picker.clear': 'Leeren',

  'filters.menu': 'Gespeicherte Filter',
  'filters.none': 'Noch keine. Sie bleiben in diesem Browser.',
  'filters.name': 'Name für die jetzigen Filter, Reihenfolge und Spalten',
  'filters.save': 'Speichern',
  'filters.remove': '{name} entfernen',
};
