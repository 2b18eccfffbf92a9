import { Badge, Button } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { moment, named, t } from '../../messages/index.ts';
import { Icon, type IconName } from '../icon.tsx';
import { LinkTo } from '../link.tsx';
import { ListedLink } from '../node-link.tsx';

/** What a step of a path shows. */
export const STEP = graphql(`
  fragment Step on AccessStep {
    kind
    nodeId
    name
    isSupposed
    expiresAt
    organization {
      id
      name
    }
  }
`);

export type Step = ResultOf<typeof STEP>;

const ICONS: Readonly<Record<Step['kind'], IconName>> = {
  USER: 'person',
  GROUP: 'groups',
  CLIENT: 'services',
  ROLE: 'roles',
  SCOPE: 'keys',
};
const TYPES = { USER: 'User', GROUP: 'Group', CLIENT: 'Client', ROLE: 'AccessRole' } as const;

interface PathProps {
  steps: readonly Step[];
  /** The API of the scope at the end. */
  apiId: string;
  /** The step that nothing leads to, and why. */
  gap?: { readonly before: number; readonly text: string } | undefined;
  /** What can be done about a step. */
  actionOf?: ((step: Step, at: number) => ReactNode) | undefined;
}

/** A path from somebody to a scope: its steps in their order, each with its kind and a link to its page. */
export function Path({ steps, apiId, gap, actionOf }: PathProps) {
  return (
    <ol className="path">
      {steps.map((step, at) => (
        <Fragment key={step.nodeId}>
          {gap?.before === at && <li className="gap">{gap.text}</li>}
          <li className="step">
            <Icon name={ICONS[step.kind]} size={16} />
            <div>
              <div className="second">{named('step', step.kind)}</div>
              <StepLink step={step} apiId={apiId} />
              <Circumstances step={step} />
            </div>
            {actionOf?.(step, at)}
          </li>
        </Fragment>
      ))}
    </ol>
  );
}

function StepLink({ step: { kind, nodeId, name }, apiId }: { step: Step; apiId: string }) {
  if (kind !== 'SCOPE') return <ListedLink node={{ __typename: TYPES[kind], id: nodeId, name }} />;
  return (
    <LinkTo to="/apis/$id" params={{ id: apiId }} search={{ tab: 'who', scope: nodeId }}>
      <code>{name}</code>
    </LinkTo>
  );
}

/** For which organization a role is, until when, and whether only the question supposes it. */
function Circumstances({ step: { organization, expiresAt, isSupposed } }: { step: Step }) {
  return (
    <>
      {organization && <div className="second">{t('step.for', { organization: organization.name })}</div>}
      {expiresAt && <div className="second">{t('step.until', { time: moment(expiresAt) })}</div>}
      {isSupposed && (
        <Badge variant="light" color="yellow">
          {t('step.supposed')}
        </Badge>
      )}
    </>
  );
}

interface SupposeProps {
  label: string;
  /** The same with the name of what it is about. */
  about: string;
  onClick: () => void;
}

/** Supposes something about a step. */
export const Suppose = ({ label, about, onClick }: SupposeProps) => (
  <Button size="compact-xs" variant="subtle" aria-label={about} onClick={onClick}>
    {label}
  </Button>
);
