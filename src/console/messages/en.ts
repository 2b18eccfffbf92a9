/** The texts in English. All other catalogs have these keys. */
export const en = {
  product: 'Guildhall',
  loading: 'Loading',
  close: 'Close',

  'fault.network': 'The server cannot be reached. Check the connection, and try again.',
  'fault.input': 'Some fields are not right.',

  'notFound.title': 'Not found',
  'notFound.text': 'There is nothing at this address, or nothing that you may see.',

  'nav.main': 'Console',
  'nav.above': 'Where this page belongs',
  'nav.skip': 'Skip to the content',
  'nav.open': 'Open the navigation',
  'nav.overview': 'Overview',

  'account.menu': 'Account and display',
  'account.own': 'Your account',
  'account.signOut': 'Sign out',

  'scheme.title': 'Colors',
  'scheme.auto': 'As the system',
  'scheme.light': 'Light',
  'scheme.dark': 'Dark',
  'scheme.toLight': 'Use light colors',
  'scheme.toDark': 'Use dark colors',

  'language.title': 'Language',

  'overview.notAllowed': 'You may not see the figures of this customer.',

  'attention.title': 'Wants attention',
  'attention.none': 'Nothing wants attention.',
  'attention.deadMails': 'Mails that were given up in the last 30 days',
  'attention.failingMails': 'Mails that could not be sent yet',
  'attention.deadLogoutDeliveries': 'Logout deliveries that were given up',
  'attention.expiringSecrets': 'Applications whose replaced secret expires within a week',
  'attention.administratorsWithoutSecondFactor': 'Administrators without a second factor',
  'attention.overdueKeys': 'Signing keys that should have been rotated',
  'attention.mailOff': 'The server cannot send mail. Invitations and links are refused.',

  'steps.title': 'First steps',
  'steps.done': 'done',
  'steps.application': 'Register the first application',
  'steps.group': 'Create the first group',
  'steps.user': 'Create or invite the first user',
  'steps.factor': 'Give every administrator a second factor',

  'figures.users': 'Users',
  'figures.activeUsers': 'Signed in within 30 days',
  'figures.groups': 'Groups',
  'figures.applications': 'Applications',
  'figures.logins': 'Logins in 30 days',
  'figures.failedLogins': 'Failed logins in 30 days',
  'figures.loginsByDay': 'Logins by day',
  'figures.chart': 'Logins: {logins}. Failed: {failed}.',
  'figures.topApplications': 'Most used applications',
  'figures.noLogins': 'Nobody has signed in to an application yet.',
  'figures.signingKeys': 'Signing keys',

  'keys.algorithm': 'Algorithm',
  'keys.state': 'State',
  'keys.rotates': 'Next rotation',
  'keys.signing': 'Signs',
  'keys.waiting': 'Verifies only',
  'keys.overdue': 'Overdue',
} as const;
