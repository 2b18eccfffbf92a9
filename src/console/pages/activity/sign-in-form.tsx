import { Card, Title } from '@mantine/core';
import { useAct } from '../../graph/act.ts';
import { graphql } from '../../graph/graphql.ts';
import { named, t } from '../../messages/index.ts';
import { Form } from '../../parts/form.tsx';
import type { Draft } from '../../parts/fields.tsx';

const UPDATE = graphql(`
  mutation UpdateSignIn($id: ID!, $input: UpdateCustomerInput!, $expectedVersion: Int) {
    updateCustomer(id: $id, input: $input, expectedVersion: $expectedVersion) {
      customer {
        id
        version
        rememberDeviceDays
        passwordSignIn
        emailCodes
        defaultSettings
      }
    }
  }
`);

const PASSWORD_SIGN_IN = ['ALLOWED', 'UNTIL_PASSKEY'] as const;
type PasswordSignIn = (typeof PASSWORD_SIGN_IN)[number];

interface SignInFormProps {
  readonly customer: {
    readonly id: string;
    readonly version: number;
    readonly rememberDeviceDays: number;
    readonly passwordSignIn: PasswordSignIn;
    readonly emailCodes: boolean;
  };
}

/** What the customer decides about sign-ins. */
export function SignInForm({ customer: { id, version, ...customer } }: SignInFormProps) {
  const act = useAct();
  const submit = async ({ rememberDeviceDays: days, passwordSignIn, emailCodes }: Draft) => {
    const input = {
      ...(days != null && { rememberDeviceDays: Number(days) }),
      ...(passwordSignIn !== undefined && { passwordSignIn: passwordSignIn as PasswordSignIn }),
      ...(emailCodes !== undefined && { emailCodes: emailCodes === true }),
    };
    return act(UPDATE, { id, input, expectedVersion: version }, { done: t('signIn.isChanged'), quiet: true });
  };
  return (
    <Card withBorder component="section" aria-label={t('signIn.title')}>
      <Title order={2} size="h4" mb="sm">
        {t('signIn.title')}
      </Title>
      <Form
        name="sign-in"
        key={version}
        fields={[
          {
            name: 'rememberDeviceDays',
            label: named('setting', 'customer.rememberDeviceDays'),
            help: t('signIn.rememberHelp'),
            kind: 'number',
          },
          {
            name: 'passwordSignIn',
            label: named('setting', 'customer.passwordSignIn'),
            help: t('signIn.passwordHelp'),
            kind: 'choice',
            choices: PASSWORD_SIGN_IN.map((value) => ({ value, label: named('passwordSignIn', value) })),
          },
          {
            name: 'emailCodes',
            label: named('setting', 'customer.emailCodes'),
            help: t('signIn.emailCodesHelp'),
            kind: 'switch',
          },
        ]}
        initial={{
          rememberDeviceDays: customer.rememberDeviceDays,
          passwordSignIn: customer.passwordSignIn,
          emailCodes: customer.emailCodes,
        }}
        action={t('save')}
        onSubmit={submit}
      />
    </Card>
  );
}
