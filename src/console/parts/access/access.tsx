import { Text } from '@mantine/core';
import { t } from '../../messages/index.ts';
import { Explanation, type Subject } from './explanation.tsx';
import { Permissions } from './permissions.tsx';
import { QuestionFields, useQuestion } from './question.tsx';

/** What somebody may use, and why. With a scope it is the answer for that one. */
export function Access({ subject }: { subject: Subject }) {
  const question = useQuestion();
  const { apiId, api, scope, organizationId = null } = question;
  return (
    <>
      <Text c="dimmed" mb="sm">
        {t('access.text')}
      </Text>
      <QuestionFields {...question} />
      {scope === undefined ? (
        <Permissions id={subject.id} apiId={apiId ?? null} organizationId={organizationId} />
      ) : (
        api && (
          <Explanation
            key={`${api.id} ${scope} ${organizationId}`}
            subject={subject}
            api={api}
            scope={scope}
            organizationId={organizationId}
          />
        )
      )}
      {scope !== undefined && api === null && t('why.UNKNOWN_RESOURCE')}
    </>
  );
}
