import { ActionIcon, Group, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useQuery, type TypedDocumentNode } from 'urql';
import { t } from '../messages/index.ts';
import { History } from './history.tsx';
import { Icon, type IconName } from './icon.tsx';
import { Loaded } from './loaded.tsx';
import { NotFound } from './not-found.tsx';
import { useObjectId } from './object-id.ts';
import { PageHead } from './page-head.tsx';
import { PageTabs } from './page-tabs.tsx';

interface FoundProps<Data, Each> {
  query: TypedDocumentNode<Data, { id: string }>;
  of: (data: Data) => Each | null;
  children: (each: Each) => ReactNode;
}

/** Shows the object that the address names, or that there is none. */
export function Found<Data, Each>({ query, of, children }: FoundProps<Data, Each>) {
  const id = useObjectId();
  const [result] = useQuery({ query, variables: { id } });
  return (
    <Loaded result={result}>
      {(data) => {
        const each = of(data);
        return each === null ? <NotFound /> : children(each);
      }}
    </Loaded>
  );
}

export interface Section {
  /** Its name in the address. */
  readonly name: string;
  readonly label: string;
  readonly body: () => ReactNode;
}

interface ObjectPageProps {
  /** The list that the object is in, as a link. */
  above: ReactNode;
  icon: IconName;
  name: string;
  id: string;
  /** What state the object is in, below its name. */
  state?: ReactNode;
  /** More about that, in a sentence. */
  told?: ReactNode;
  /** What can be done with it; what destroys it comes last. */
  actions: ReactNode;
  /** What the tabs show. What the reader may not see is false. */
  tabs?: readonly (Section | false)[];
  /** Whether the reader may see what happened to the object: the last tab. */
  history?: boolean;
  /** Whether the object can act, so that the tab tells what it did, too. */
  acts?: boolean;
  /** Instead of tabs. */
  children?: ReactNode;
}

/** The page of one object. */
export function ObjectPage({
  above,
  icon,
  name,
  id,
  state,
  told,
  actions,
  tabs,
  history,
  acts,
  children,
}: ObjectPageProps) {
  const shown = tabs?.filter((tab) => tab !== false) ?? [];
  const all: Section[] = history
    ? [
        ...shown,
        { name: 'history', label: t('tab.history'), body: () => <History id={id} name={name} acts={acts === true} /> },
      ]
    : shown;
  const sectionOf = (tab: string): Section => all.find((each) => each.name === tab)!;
  return (
    <>
      <PageHead
        title={name}
        icon={icon}
        lead={
          <>
            <Group gap="xs">
              {state}
              <Id id={id} />
            </Group>
            {told && <Text size="sm">{told}</Text>}
          </>
        }
        above={above}
      >
        {actions}
      </PageHead>
      {tabs && (
        <PageTabs tabs={all.map((each) => each.name)} labelOf={(tab) => sectionOf(tab).label}>
          {(tab) => sectionOf(tab).body()}
        </PageTabs>
      )}
      {children}
    </>
  );
}

/** The id of an object, which can be copied. */
function Id({ id }: { id: string }) {
  const { copied, copy } = useClipboard();
  return (
    <span className="id">
      <code>{id}</code>
      <ActionIcon variant="subtle" aria-label={copied ? t('copied') : t('id.copy')} onClick={() => copy(id)}>
        <Icon name={copied ? 'check' : 'copy'} size={14} />
      </ActionIcon>
    </span>
  );
}
