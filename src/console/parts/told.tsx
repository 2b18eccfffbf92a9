import { Fragment, type ReactNode } from 'react';
import { named, number, t } from '../messages/index.ts';
import type { Event } from './events.tsx';
import { LinkTo } from './link.tsx';
import { ListedLink, type Named } from './node-link.tsx';

/** So many events of a fold are counted, and one more. */
const FOLD_MAX = 10_000;

/** Whether the event names somebody as whom the reader looks for. */
const isAbout = ({ userId, userName }: Event, about: string | undefined): boolean =>
  about !== undefined &&
  (userId === about ||
    about
      .toLowerCase()
      .split(/\s+/)
      .every((word) => userName?.toLowerCase().includes(word)));

/** Whether the event stands for others of its request, too, which did the same. Whoever looks for a person wants their own. */
export const isFold = (event: Event, about: string | undefined): boolean =>
  (event.foldSize ?? 1) > 1 && !isAbout(event, about);

/** What an event names, as it was called then. It leads to what still exists. */
const calledThen = (
  node: Named | null | undefined,
  name: string | null | undefined,
  otherwise: ReactNode,
  tabIndex?: -1,
) =>
  node ? (
    <ListedLink node={{ ...node, name: name ?? node.name }} tabIndex={tabIndex} />
  ) : (
    <span>{name ?? otherwise}</span>
  );

/** Who did it. */
export const actorOf = ({ actor, actorName, actorType }: Event, tabIndex?: -1) =>
  calledThen(actor, actorName, named('actor', actorType), tabIndex);
const subjectOf = ({ subject, subjectName, subjectType, subjectId }: Event, tabIndex?: -1) =>
  calledThen(subject && 'name' in subject ? subject : null, subjectName, `${subjectType} ${subjectId}`, tabIndex);
const userOf = ({ user, userName, userId }: Event, tabIndex?: -1) => calledThen(user, userName, userId, tabIndex);
const groupOf = ({ group, groupName, groupId }: Event, tabIndex?: -1) =>
  calledThen(group, groupName, groupId, tabIndex);

/** The words for what was done: those with whom the event names beside its subject, if there are such. */
function textOf(event: Event, about: string | undefined): string {
  const { action, userId, groupId } = event;
  const single = named('told', action);
  if (isFold(event, about)) return textAmong([`${action}.many`, 'times'], single);
  return textAmong([`${action}.${userId ? 'user' : groupId ? 'group' : 'other'}`], single);
}

/** The first of these texts that the console has. */
function textAmong(names: readonly string[], otherwise: string): string {
  const known = names.find((name) => named('told', name) !== name);
  return known === undefined ? otherwise : named('told', known);
}

const countOf = ({ foldSize = 1 }: Event): string =>
  foldSize > FOLD_MAX ? t('told.moreThan', { count: number(FOLD_MAX) }) : number(foldSize);

const filled = (text: string, parts: Readonly<Record<string, ReactNode>>): ReactNode =>
  text.split(/(\{\w+\})/).map((part) => <Fragment key={part}>{part in parts ? parts[part] : part}</Fragment>);

/** What was done, in words with names. The subject alone, if there are no words for it. */
export function toldOf(event: Event, about: string | undefined, tabIndex?: -1): ReactNode {
  const text = textOf(event, about);
  if (text === event.action || (text.includes('{user}') && !event.userId)) return subjectOf(event, tabIndex);
  const told = filled(text, {
    '{user}': userOf(event, tabIndex),
    '{group}': groupOf(event, tabIndex),
    '{subject}': subjectOf(event, tabIndex),
    '{count}': countOf(event),
  });
  return (
    <span className="told">
      {event.userImportId
        ? filled(named('told', 'partOf'), { '{told}': told, '{import}': importOf(event, tabIndex) })
        : told}
    </span>
  );
}

const importOf = ({ userImport }: Event, tabIndex?: -1): ReactNode =>
  userImport ? (
    <LinkTo to="/imports/$id" params={{ id: userImport.id }} tabIndex={tabIndex}>
      {t('told.import')}
    </LinkTo>
  ) : (
    t('told.import')
  );
