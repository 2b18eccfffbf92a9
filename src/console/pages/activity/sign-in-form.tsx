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
      }
    }
  }
`);

interface SignInFormProps {
  readonly customer: { readonly id: string; readonly version: number; readonly rememberDeviceDays: number };
}

/** What the customer decides about sign-ins. */
export function SignInForm({ customer: { id, version, ...customer } }: SignInFormProps) {
  const act = useAct();
  const submit = async ({ rememberDeviceDays: days }: Draft) => {
    const input = { ...(days !== undefined && { rememberDeviceDays: Number(days) }) };
    return act(UPDATE, { id, input, expectedVersion: version }, { done: t('signIn.isChanged'), quiet: true });
  };
  return (
    <Card withBorder component="section" aria-label={t('signIn.title')}>
      <Title order={2} size="h4" mb="sm">
        {t('signIn.title')}
      </Title>
      <Form
        key={version}
        fields={[
          {
            name: 'rememberDeviceDays',
            label: named('setting', 'customer.rememberDeviceDays'),
            help: t('signIn.rememberHelp'),
            kind: 'text',
          },
        ]}
        initial={{ rememberDeviceDays: String(customer.rememberDeviceDays) }}
        action={t('save')}
        onSubmit={submit}
      />
    </Card>
  );
}
