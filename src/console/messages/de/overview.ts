import type { overview as english } from '../en/overview.ts';

/** The same in German. */
export const overview: Readonly<Record<keyof typeof english, string>> = {
  'overview.account':
    'Ihre Daten, Ihr Passwort, Ihr zweiter Faktor, Ihre Geräte und Anwendungen sind auf Ihren Kontoseiten.',
  'overview.toAccount': 'Konto öffnen',
  'overview.places': 'In dieser Konsole',

  'attention.title': 'Braucht Aufmerksamkeit',
  'attention.none': 'Nichts braucht Aufmerksamkeit.',
  'attention.deadMails': 'Mails, die in den letzten 30 Tagen aufgegeben wurden',
  'attention.failingMails': 'Mails, die noch nicht gesendet werden konnten',
  'attention.deadLogoutDeliveries': 'Abmeldungen, deren Zustellung aufgegeben wurde',
  'attention.expiringSecrets': 'Anwendungen, deren ersetztes Geheimnis innerhalb einer Woche abläuft',
  'attention.expiringServices': 'Dienstkonten, deren ersetztes Geheimnis innerhalb einer Woche abläuft',
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
};
