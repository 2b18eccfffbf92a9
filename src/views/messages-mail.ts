/** The texts of the mails, and of the page that keeps them, in English. */
export const mails = {
  'mail.greeting': 'Hello {name},',
  'mail.greetingUnnamed': 'Hello,',
  'mail.linkHint': 'If the button does not work, copy this address into your browser:',
  'mail.footer': 'This message was sent to {email} by {customer}.',
  'mail.notYou': 'If this was not you, change your password now and tell an administrator.',
  'mail.ignore': 'If you did not ask for this, you can ignore this message; nothing has changed.',
  'mail.fact.time': 'Time',
  'mail.fact.device': 'Device',
  'mail.fact.address': 'IP address',
  'mail.fact.newEmail': 'New address',
  'mail.fact.application': 'Application',

  'mail.invitation.subject': 'Your invitation to {customer}',
  'mail.invitation.text': 'You are invited to {customer}. Choose a password to activate your account.',
  'mail.invitation.textFrom': '{inviter} invites you to {customer}. Choose a password to activate your account.',
  'mail.invitation.next': 'The link works once and is valid for {life}.',
  'mail.invitation.button': 'Activate account',
  'mail.invitation.ignore': 'If you do not know what this is about, you can ignore this message.',

  'mail.signInCode.subject': 'Your code to sign in',
  'mail.signInCode.text':
    'Enter this code in the browser in which you have just given your password. It works only there, for {life}.',
  'mail.signInCode.notYou':
    'If it is not you, somebody knows your password: change it now. Give the code to nobody, whoever asks for it.',
  'mail.verifyEmail.subject': 'Confirm your email address',
  'mail.verifyEmail.text': 'Please confirm that {email} is your address. The link works once and is valid for {life}.',
  'mail.verifyEmail.button': 'Confirm address',

  'mail.passwordReset.subject': 'Set a new password',
  'mail.passwordReset.text':
    'Open the link below to set a new password for your account, as somebody has asked. It works once and is valid for {life}.',
  'mail.passwordReset.button': 'Set a new password',

  'mail.emailChange.subject': 'Confirm your new email address',
  'mail.emailChange.text':
    'Please confirm that you want to sign in as {email} from now on. The link works once and is valid for {life}.',
  'mail.emailChange.button': 'Confirm new address',

  'mail.emailChangeRequested.subject': 'Your email address is about to change',
  'mail.emailChangeRequested.text':
    'Cancel the change of your email address below if you did not ask for it. It takes effect when the new address is confirmed.',
  'mail.emailChangeRequested.notYou': 'If this was not you, also set another password and tell an administrator.',
  'mail.emailChangeRequested.cancel': 'Cancel the change',
  'mail.emailChanged.subject': 'Your email address has changed',
  'mail.emailChanged.text': 'Sign in with your new address from now on, and no longer with this one.',
  'mail.passwordChanged.subject': 'Your password has changed',
  'mail.passwordChanged.text':
    'There is nothing to do if you have just changed the password of your account. Your other sessions have ended.',
  'mail.mfaEnabled.subject': 'Two-step verification is on',
  'mail.mfaEnabled.text': 'Have your authenticator app at hand when you sign in. From now on, you need a code from it.',
  'mail.mfaDisabled.subject': 'Two-step verification is off',
  'mail.mfaDisabled.text':
    'Sign in without your authenticator app and its backup codes from now on. They are no longer needed.',
  'mail.mfaAppRemoved.subject': 'Your authenticator app was removed',
  'mail.mfaAppRemoved.text':
    'Use a passkey as your second step from now on. Codes of the app and its backup codes no longer work, and two-step verification stays on.',
  'mail.newSignIn.subject': 'A new sign-in to your account',
  'mail.newSignIn.text':
    'Check that it was you: your account was just signed in to with a browser that we did not recognize.',
  'mail.factorFailed.subject': 'A second step was refused',
  'mail.factorFailed.text':
    'Check that it was you: the second step of your account was answered wrongly, and refused. At a sign-in, somebody has already given your password by then.',
  'mail.factorsChangedAgain.subject': 'Your two-step verification was changed again',
  'mail.factorsChangedAgain.text':
    'Please check your account. Your two-step verification, your passkeys or your backup codes were changed or used again after earlier mails about them. This mail stands for everything from the time below until now.',
  'mail.impersonated.subject': 'An administrator acts as you',
  'mail.impersonated.text':
    'There is nothing to do if you expected this: an administrator has begun to use an application in your name, for a quarter of an hour at most. Your password and your account stay as they are.',
  'mail.impersonated.advice': 'If you did not expect this, ask your administrators. Your account’s history lists it.',
  'mail.passkeyAdded.subject': 'You have a new passkey',
  'mail.passkeyAdded.text':
    'Check that it was you who added the passkey “{passkey}” to your account. It signs you in without your password.',
  'mail.passkeyRemoved.subject': 'A passkey was removed',
  'mail.passkeyRemoved.text':
    'Check that it was you: the passkey “{passkey}” was removed from your account and no longer signs you in.',
  'mail.passkeyRefused.subject': 'A passkey was refused',
  'mail.passkeyRefused.text':
    'Remove the passkey “{passkey}” from your account. A sign-in with it was refused: its counter did not grow, so somebody may have copied it.',
  'mail.passkeyRefused.advice': 'Tell an administrator if the sign-in was not yours.',
  'mail.mfaReset.subject': 'Your two-step verification was reset',
  'mail.mfaReset.text':
    'Please set up two-step verification again after signing in. An administrator removed it and all passkeys from your account.',
  'mail.mfaReset.notYou': 'If you did not ask for this, tell an administrator.',
  'mail.backupCodeUsed.subject': 'A backup code was used',
  'mail.backupCodeUsed.text':
    'Check that it was you: somebody used a backup code of your account. Unused codes left: {count}.',
  'mail.backupCodesRegenerated.subject': 'You have new backup codes',
  'mail.backupCodesRegenerated.text':
    'Use your new backup codes from now on. A new set was generated for your account, and the old ones no longer work.',
  'mail.accountDeleted.subject': 'Your account was deleted',
  'mail.accountDeleted.text':
    'There is nothing to do: your account and everything that belonged to it were deleted, as you asked.',
  'mail.accountDeleted.notYou': 'If this was not you, tell an administrator.',

  'mailbox.title': 'Mailbox',
  'mailbox.lead': 'This server would have sent these mails. They are kept here because no mail server is configured.',
  'mailbox.empty': 'No mail yet.',
  'mailbox.list': 'Mails, the newest first',
  'mailbox.to': 'To',
  'mailbox.time': 'Time',
  'mailbox.html': 'Show as HTML',
  'mailbox.back': 'All mail',
} as const;
