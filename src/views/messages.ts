import { account } from './messages-account.ts';
import { de } from './messages-de.ts';
import { mails } from './messages-mail.ts';

/** Every text of the pages and mails, in English. `{name}` is a placeholder, and its value is escaped. */
export const en = {
  ...account,
  ...mails,

  'layout.product': 'Guildhall',
  'layout.errorTitle': 'Error: {title}',

  'field.name': 'Your name',
  'field.organization': 'Organization',
  'field.email': 'Email address',
  'field.login': 'Email address or username',
  'field.password': 'Password',
  'field.code': 'Code',
  'field.currentPassword': 'Current password',
  'field.newPassword': 'New password',
  'field.confirmation': 'Repeat the password',

  'password.show': 'Show password',
  'password.hide': 'Hide password',
  'device.named': '{browser} on {system}',

  'password.rules': 'At least {min} characters. Length matters more than symbols: a few unrelated words work well.',

  'formError.badCredentials': 'The address or username and the password do not match. Please try again.',
  'formError.tooManyTries': 'Too many tries. Please wait {wait} and try again.',
  'formError.sessionExpired': 'This page was open for too long. Please try again.',
  'formError.wrongCode': 'That code is not right, or it has been used already. Please enter a new one.',
  'formError.wrongPasskey': 'The passkey was not accepted. Please try again, or use another way.',
  'formError.passkeyKnown': 'This passkey belongs to an account already.',
  'formError.tooManyPasskeys': 'You have 20 passkeys, which is the most. Remove one first.',
  'formError.invalidPasskeyName': 'Give the passkey a name of one line and at most 100 characters.',
  'formError.wrongDeviceCode':
    'No device waits with this code. Please check it. A code expires after some minutes: then start again on the device.',
  'formError.unknownOrganization': 'There is no organization with this name. Please check the spelling.',
  'formError.wrongAccountPassword': 'That is not the password of this account.',
  'formError.wrongPassword': 'That is not your current password.',
  'formError.passwordTooShort': 'Please choose a password of at least {min} characters.',
  'formError.passwordTooLong': 'That password is too long. Please choose a shorter one.',
  'formError.passwordCommon': 'That is a common password, or close to one. Please use several unrelated words.',
  'formError.passwordPersonal':
    'That password is based on your name, your address, your organization or this service. Please use several unrelated words.',
  'formError.passwordWord': 'That is a word or a name with few other characters. Please add more unrelated words.',
  'formError.passwordPattern':
    'That is a repetition, a sequence, a date or a keyboard row. Please use several unrelated words.',
  'formError.passwordWeak': 'That password is easy to guess. Please make it longer: add more unrelated words.',
  'formError.passwordBreached':
    'That password has appeared in a data breach elsewhere, so attackers try it. Please use another one.',
  'formError.passwordUnchanged': 'That is your current password. Please choose another one.',
  'formError.passwordsDiffer': 'The two passwords are not the same. Please type them again.',
  'formError.invalidName': 'Please enter your name, in at most 255 characters.',
  'formError.emailTaken': 'An account with this email address already exists. You can sign in with it.',
  'formError.invalidNewEmail': 'Please enter an email address other than your present one, like name@example.com.',
  'formError.wrongConfirmation': 'That is not the email address of your account. Nothing was deleted.',
  'formError.lastAdministrator':
    'You are the last administrator. Make somebody else an administrator first. Nothing was deleted.',
  'formError.termsNotAccepted': 'Please accept the terms to create an account.',
  'formError.invalidEmail': 'Please enter an email address, like name@example.com.',

  'login.title': 'Sign in',
  'login.again.title': 'Confirm that it is you',
  'login.again.lead': 'What comes next needs your password once more.',
  'login.again.submit': 'Confirm',
  'login.toClient': 'to continue to {client}',
  'login.submit': 'Sign in',
  'login.passkey': 'Sign in with a passkey',
  'passkey.failed': 'No passkey was used. Please try again, or use another way.',
  'passkey.notMade': 'No passkey was made. Please try again. A device that has one of yours makes no second one.',
  'login.cancel': 'Cancel',
  'login.forgotPassword': 'Forgot your password?',
  'login.another': 'Not you? Use another account',
  'login.stay': 'Stay signed in',
  'login.organization': 'Sign in to a certain organization',
  'login.noAccount': 'No account yet?',
  'login.signUp': 'Sign up',

  'signUp.title': 'Create an account',
  'signUp.terms': 'Terms of use',
  'signUp.accept': 'I accept the terms of use',
  'signUp.terms.read': 'Read the terms of use',
  'signUp.submit': 'Create account',
  'signUp.haveAccount': 'Already have an account?',

  'chooseCustomer.title': 'Choose an organization',
  'chooseCustomer.lead': 'Your address and password open several accounts. Which one do you want to use?',

  'organization.lead': 'Several organizations use this service. Which one do you belong to?',
  'organization.hint': 'Enter its name as in your invitation. Applications choose the right one for you.',
  'organization.submit': 'Continue',

  'secondFactor.title': 'Two-step verification',
  'secondFactor.lead': 'Signing in as {email}',
  'secondFactor.hint': 'Enter the code from your authenticator app, or one of your backup codes.',
  'secondFactor.backupCodesLeft':
    'Unused backup codes: {count}. Generate a new set soon, so that you are not locked out.',
  'secondFactor.remember': 'Do not ask again on this device for {days}',
  'secondFactor.submit': 'Verify',
  'secondFactor.passkey': 'Use a passkey',
  'secondFactor.passkey.missing':
    'You need one of your passkeys now. This browser has none, or its scripts are turned off.',
  'secondFactor.lostPasskey': 'No passkey at hand?',
  'secondFactor.lost.passkey':
    'Without your passkeys, ask an administrator of your organization to reset your two-step verification. They have to make sure first that it is you.',
  'secondFactor.lost': 'No code at hand?',
  'secondFactor.lost.backup':
    'Enter one of the backup codes that you were given when you set up two-step verification. Each works once.',
  'secondFactor.lost.none':
    'Without backup codes, ask an administrator of your organization to reset your two-step verification. They have to make sure first that it is you.',

  'enroll.title': 'Secure your account',
  'enroll.why':
    'Your organization requires a second step when you sign in: a code from an app on your phone, or a passkey. Somebody who learns your password cannot sign in without it.',
  'enroll.app': 'Set up an authenticator app',
  'enroll.passkey': 'Or use the fingerprint, face or PIN of this device:',
  'enroll.until': 'You can do this later, until {time}.',
  'enroll.later': 'Later',
  'enroll.next': 'I have kept them, continue',

  'consent.title': 'Allow {client} access?',
  'consent.lead': 'Signed in as {email}',
  'consent.scopes': '{client} would like to:',
  'consent.registeredBy':
    '{name} ({email}) registered this application. It does not belong to {customer}. Allow it only if you trust them.',
  'consent.registeredItself':
    'This application registered itself. Nobody at {customer} has checked its name and its logo. Allow it only if you know it.',
  'consent.describesItself':
    'This application says at {host} who it is. Nobody at {customer} has checked its name and its logo. Allow it only if you know this host, and if you have just started the application yourself.',
  'consent.resources': 'It wants to use this access at:',
  'consent.returnTo': 'After your answer you go to {host}.',
  'consent.allow': 'Allow',
  'consent.deny': 'Deny',
  'consent.documents': 'How {client} uses your data:',
  'consent.policy': 'Privacy policy',
  'consent.tos': 'Terms of service',

  'consent.device.code': 'Code on the device',
  'consent.device.program': 'Program',
  'consent.device.place': 'Asked from',
  'consent.device.time': 'Asked at',
  'consent.device.warning':
    'Allow this only if you have just started it yourself and your device shows this code. If somebody else gave you the code or a link, deny it: they would get access to your account.',

  'deviceCode.title': 'Sign in on a device',
  'deviceCode.lead': 'Enter the code that your device or program shows.',
  'deviceCode.compare': 'Compare: does your device or program show exactly this code?',
  'deviceCode.field': 'Code',
  'deviceCode.hint': 'Eight letters, like BCDF-GHJK',
  'deviceCode.warning':
    'Continue only if you have just started this yourself. Nobody who helps or calls you needs such a code.',
  'deviceCode.submit': 'Continue',
  'deviceCode.elsewhere': 'Continue on your phone',
  'deviceCode.elsewhere.scan': 'Scan this picture with the phone on which you want to sign in.',
  'deviceCode.elsewhere.picture': 'QR code with the address of this page',

  'scope.openid': 'Know who you are',
  'scope.openid.detail': 'An identifier of your account, and the names of the groups you belong to',
  'scope.profile': 'See your profile',
  'scope.profile.detail': 'Your name, username and picture, and what else is in your profile, such as your language',
  'scope.email': 'See your email address',
  'scope.email.detail': 'And whether it is verified',
  'scope.phone': 'See your phone number',
  'scope.phone.detail': 'And whether it is verified',
  'scope.address': 'See your postal address',
  'scope.address.detail': 'Or the parts of it that you have given',
  'scope.groups': 'See your groups',
  'scope.groups.detail': 'The names of the groups you belong to, with every sign-in',
  'scope.offline': 'Keep this access while you are away',
  'scope.offline.detail': 'Until you or an administrator ends it',
  'scope.read': 'Administer {customer} in your name: see all users, applications and invitations',
  'scope.write': 'Administer {customer} in your name: create and change users, applications and organizations',
  'scope.admin':
    'Administer {customer} in your name: do everything you can, such as deleting users and making administrators',
  'scope.other': 'Use the permission “{scope}”',

  'claim.see': 'See {what}',
  'claim.name': 'your name',
  'claim.given_name': 'your first name',
  'claim.family_name': 'your last name',
  'claim.middle_name': 'your middle name',
  'claim.nickname': 'your nickname',
  'claim.preferred_username': 'your username',
  'claim.picture': 'your picture',
  'claim.profile': 'the address of your profile page',
  'claim.website': 'your website',
  'claim.gender': 'your gender',
  'claim.birthdate': 'your date of birth',
  'claim.zoneinfo': 'your time zone',
  'claim.locale': 'your language',
  'claim.updated_at': 'when your profile was last changed',
  'claim.email': 'your email address',
  'claim.email_verified': 'whether your email address is verified',
  'claim.phone_number': 'your phone number',
  'claim.phone_number_verified': 'whether your phone number is verified',
  'claim.address': 'your postal address',
  'claim.groups': 'the names of your groups',

  'selectAccount.title': 'Choose an account',
  'selectAccount.toClient': 'to continue to {client}',
  'selectAccount.continue': 'Continue as {email}',
  'selectAccount.another': 'Use another account',

  'postedAnswer.title': 'One moment',
  'postedAnswer.lead': 'Going on to {client}',
  'postedAnswer.submit': 'Continue',

  'logout.title': 'Sign out?',
  'logout.lead': 'You are signed in as {email}.',
  'logout.client': '{client} asks to sign you out.',
  'logout.submit': 'Sign out',
  'logout.stay': 'Stay signed in',

  'loggedOut.title': 'You are signed out',
  'loggedOut.lead': 'On a shared computer, also close the windows of the applications you used.',
  'loggedOut.back': 'Back to {client}',
  'loggedOut.backUnnamed': 'Back to the application',
  'loggedOut.signIn': 'Sign in again',

  'error.next.start': 'To the start page',
  'error.detail': 'Details',
  'error.requestId': 'Request id',
  'error.badRequest.title': 'This sign-in link does not work',
  'error.badRequest.text':
    'The application sent an invalid request. Please go back to it and report the details below to its developers.',
  'error.badLogout.title': 'You are not signed out yet',
  'error.badLogout.text':
    'The application sent an invalid request to sign you out. You can sign out here, but you will not return to the application. Its developers can use the details below.',
  'error.expired.title': 'This page has expired',
  'error.expired.text': 'The sign-in took too long. Please go back to the application and start again.',
  'error.otherBrowser.title': 'This page belongs to another browser',
  'error.otherBrowser.text':
    'The sign-in began in another browser, or cookies are turned off. Please go back to the application and start again.',
  'error.forbidden.title': 'You are not allowed to do that',
  'error.forbidden.text': 'Your account has no permission for this. Please ask an administrator.',
  'error.notFound.title': 'Page not found',
  'error.notFound.text': 'Please check the address of this page.',
  'error.forPrograms.title': 'This address is for programs',
  'error.forPrograms.text': 'Applications send their requests to it. It has no page for browsers.',
  'error.tooMany.title': 'Too many tries',
  'error.tooMany.text': 'Please wait a while and try again.',
  'error.unavailable.title': 'Please try again in a moment',
  'error.unavailable.text': 'The service is not available at the moment. Nothing you did is lost.',
  'error.internal.title': 'Something went wrong on our side',
  'error.internal.text': 'Please try again. If it happens again, give an administrator the request id below.',

  'start.title': 'Welcome',
  'start.lead': 'This is an identity server. People sign in here to use their applications.',
  'start.signIn': 'Sign in',
  'start.console': 'Administration console',

  'setPassword.activation.title': 'Welcome',
  'setPassword.activation.lead': 'Choose a password to activate your account.',
  'setPassword.activation.from': '{inviter} invites you to {customer}.',
  'setPassword.activation.application': 'Application',
  'setPassword.activation.submit': 'Activate account',
  'setPassword.reset.title': 'Set a new password',
  'setPassword.reset.lead': 'It replaces your current password and signs you out everywhere.',
  'setPassword.reset.submit': 'Set password',

  'forgotPassword.title': 'Forgot your password?',
  'forgotPassword.lead': 'Enter your email address. We will send you a link to set a new password.',
  'forgotPassword.submit': 'Send link',
  'forgotPassword.back': 'Back to sign-in',

  'confirmEmail.verify.title': 'Confirm your email address',
  'confirmEmail.verify.lead': 'Is {email} your address?',
  'confirmEmail.change.title': 'Change your email address',
  'confirmEmail.change.lead': 'From now on you sign in as {email}.',
  'confirmEmail.verify.password': 'Enter the password of the account to confirm that it is yours.',
  'confirmEmail.verify.takeOver': 'I do not know it. Send me a link to set a new one',
  'confirmEmail.submit': 'Confirm address',
  'confirmEmail.cancel.title': 'Cancel the change of address?',
  'confirmEmail.cancel.lead': 'You continue to sign in as {email}. The link sent to the other address stops working.',
  'confirmEmail.cancel.submit': 'Cancel the change',

  'notice.mailSent.title': 'Check your mail',
  'notice.mailSent.text': 'If there is an account for {email}, a message with a link is on its way to it.',
  'notice.mailSent.hint': 'No message after a few minutes? Check your spam folder, or try again.',
  'notice.emailUnproved.title': 'Confirm your address first',
  'notice.emailUnproved.text': 'We have sent a message with a link to {email}. Open it, then sign in.',
  'notice.emailUnproved.hint':
    'No message after a few minutes? Check your spam folder, or sign in again for a new link.',
  'notice.emailUnvouched.title': 'Your address is not confirmed',
  'notice.emailUnvouched.text': 'An administrator has to confirm {email} before you can sign in.',
  'notice.emailChangeSent.title': 'Confirm the new address',
  'notice.emailChangeSent.text':
    'A message with a link is on its way to {email}. Your address changes when you open the link.',
  'notice.signedUp.title': 'Your account is ready',
  'notice.signedUp.text':
    'A message with a link is on its way to {email}. Open the link to confirm that the address is yours, then sign in.',
  'notice.linkInvalid.title': 'This link is no longer valid',
  'notice.linkInvalid.text': 'It has been used already, has expired, or was replaced by a newer one.',
  'notice.emailVerified.title': 'Address confirmed',
  'notice.emailVerified.text': '{email} is confirmed. Thank you.',
  'notice.emailChanged.title': 'Address changed',
  'notice.emailChanged.text': 'From now on you sign in as {email}.',
  'notice.emailChangeCanceled.title': 'Your address stays as it is',
  'notice.emailChangeCanceled.text':
    'You continue to sign in as {email}. If you did not ask for the change, somebody else has access to your account. Set another password now.',
  'notice.accountActivated.title': 'Your account is ready',
  'notice.accountActivated.text': 'Sign in as {email} with the password you have just chosen.',
  'notice.passwordSet.title': 'Your new password is set',
  'notice.passwordSet.text': 'You are signed out everywhere. Sign in as {email} with the new password.',
  'notice.deviceApproved.title': 'Your device is signed in',
  'notice.deviceApproved.text': 'It continues by itself, as {email}. You can close this page.',
  'notice.deviceDenied.title': 'The device is not signed in',
  'notice.deviceDenied.text': 'It got no access to your account. You can close this page.',
  'notice.deviceGone.title': 'This code is no longer valid',
  'notice.deviceGone.text': 'It has been used already, or has expired. Start again on the device.',
  'notice.emailTaken.title': 'Your address stays as it is',
  'notice.emailTaken.text': 'Another account now uses the new address.',
  'notice.passwordChanged.title': 'Your password is changed',
  'notice.passwordChanged.text': 'Your other sessions have ended.',
  'notice.accountDeleted.title': 'Your account is deleted',
  'notice.accountDeleted.text': 'The account {email} no longer exists. Thank you for having been here.',
  'notice.next.signIn': 'Sign in',
  'notice.next.account': 'To your account',
  'notice.next.requestLink': 'Request a new link',
  'notice.next.setPassword': 'Set another password',
  'notice.next.application': 'To the application',

  'mailbox.title': 'Mailbox',
  'mailbox.lead': 'This server would have sent these mails. They are kept here because no mail server is configured.',
  'mailbox.empty': 'No mail yet.',
  'mailbox.list': 'Mails, the newest first',
  'mailbox.to': 'To',
  'mailbox.time': 'Time',
  'mailbox.html': 'Show as HTML',
  'mailbox.back': 'All mail',

  'errorCodes.title': 'Error codes',
  'errorCodes.lead':
    'Every error has one of these codes, at every interface, and every code has a kind. Codes do not change. Messages may.',
  'errorCodes.list': 'All codes, in alphabetical order',
} as const;

/** The name of one string of the catalog. */
export type MessageKey = keyof typeof en;

/** All languages. A new one is a catalog with the same keys. */
export const catalogs = { en, de } satisfies Record<string, Record<MessageKey, string>>;

/** The code of a language, as in the `lang` attribute. */
export type Language = keyof typeof catalogs;
