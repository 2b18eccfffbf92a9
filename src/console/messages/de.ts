import type { Catalog } from './index.ts';

/** The texts in German. */
export const de: Catalog = {
  product: 'Guildhall',
  loading: 'Wird geladen',
  close: 'Schließen',

  'fault.network': 'Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  'fault.input': 'Einige Felder sind nicht richtig.',

  'notFound.title': 'Nicht gefunden',
  'notFound.text': 'Unter dieser Adresse gibt es nichts, oder nichts, was Sie sehen dürfen.',

  'nav.main': 'Konsole',
  'nav.above': 'Wohin diese Seite gehört',
  'nav.skip': 'Zum Inhalt springen',
  'nav.open': 'Navigation öffnen',
  'nav.overview': 'Übersicht',

  'account.menu': 'Konto und Darstellung',
  'account.own': 'Ihr Konto',
  'account.signOut': 'Abmelden',

  'scheme.title': 'Farben',
  'scheme.auto': 'Wie das System',
  'scheme.light': 'Hell',
  'scheme.dark': 'Dunkel',
  'scheme.toLight': 'Helle Farben verwenden',
  'scheme.toDark': 'Dunkle Farben verwenden',

  'language.title': 'Sprache',

  'overview.notAllowed': 'Sie dürfen die Zahlen dieses Kunden nicht sehen.',

  'attention.title': 'Braucht Aufmerksamkeit',
  'attention.none': 'Nichts braucht Aufmerksamkeit.',
  'attention.deadMails': 'Mails, die in den letzten 30 Tagen aufgegeben wurden',
  'attention.failingMails': 'Mails, die noch nicht gesendet werden konnten',
  'attention.deadLogoutDeliveries': 'Abmeldungen, deren Zustellung aufgegeben wurde',
  'attention.expiringSecrets': 'Anwendungen, deren ersetztes Geheimnis innerhalb einer Woche abläuft',
  'attention.administratorsWithoutSecondFactor': 'Administratoren ohne zweiten Faktor',
  'attention.overdueKeys': 'Signaturschlüssel, die ersetzt sein sollten',
  'attention.mailOff': 'Der Server kann keine Mails senden. Einladungen und Links werden abgelehnt.',

  'steps.title': 'Erste Schritte',
  'steps.done': 'erledigt',
  'steps.application': 'Die erste Anwendung registrieren',
  'steps.group': 'Die erste Gruppe anlegen',
  'steps.user': 'Den ersten Benutzer anlegen oder einladen',
  'steps.factor': 'Jedem Administrator einen zweiten Faktor geben',

  'figures.users': 'Benutzer',
  'figures.activeUsers': 'In 30 Tagen angemeldet',
  'figures.groups': 'Gruppen',
  'figures.applications': 'Anwendungen',
  'figures.logins': 'Anmeldungen in 30 Tagen',
  'figures.failedLogins': 'Fehlgeschlagene Anmeldungen in 30 Tagen',
  'figures.loginsByDay': 'Anmeldungen pro Tag',
  'figures.chart': 'Anmeldungen: {logins}. Fehlgeschlagen: {failed}.',
  'figures.topApplications': 'Meistgenutzte Anwendungen',
  'figures.noLogins': 'Noch hat sich niemand bei einer Anwendung angemeldet.',
  'figures.signingKeys': 'Signaturschlüssel',

  'keys.algorithm': 'Algorithmus',
  'keys.state': 'Zustand',
  'keys.rotates': 'Nächster Wechsel',
  'keys.signing': 'Signiert',
  'keys.waiting': 'Prüft nur',
  'keys.overdue': 'Überfällig',
};
