import { ActionIcon, Modal, Text, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../graph/graphql.ts';
import { useViewer } from '../graph/viewer.tsx';
import { named, t } from '../messages/index.ts';
import { hasOwnPolicy } from '../own-policy.ts';
import { Icon } from '../parts/icon.tsx';
import { PAGES } from '../parts/node-link.tsx';
import { usePlaces } from './nav.tsx';
import { LinkTo } from '../parts/link.tsx';
import { FIND } from '../parts/picker.tsx';

const FIND_MORE = graphql(`
  query FindApisAndRoles($text: String!) {
    apis(first: 5, where: { or: [{ name: { contains: $text } }, { identifier: { contains: $text } }] }) {
      edges {
        node {
          __typename
          id
          name
        }
      }
    }
    accessRoles(first: 5, where: { name: { contains: $text } }) {
      edges {
        node {
          __typename
          id
          name
        }
      }
    }
  }
`);

const PAUSE_MS = 200;

/** APIs and roles with a text in their names, for those who may read them. */
function useApisAndRoles(text: string) {
  const { readApis, readAccessRoles } = useViewer().viewerCan;
  const pause = text === '' || !readApis || !readAccessRoles;
  const [{ data }] = useQuery({ query: FIND_MORE, variables: { text }, pause });
  return pause ? [] : [...(data?.apis.edges ?? []), ...(data?.accessRoles.edges ?? [])];
}

/**
 * Finds users, groups, organizations, applications, APIs and roles from anywhere. Ctrl+K (or ⌘K) opens it, and so does / on pages without a
 * search of their own.
 */
export function Search() {
  const [opened, { open, close }] = useDisclosure(false);
  const here = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    // The packages on these pages have their own keys.
    if (hasOwnPolicy(here)) return undefined;
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const busy = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      const modified = event.ctrlKey || event.metaKey;
      const slash = event.key === '/' && !modified && !busy && !document.querySelector('main [role=search] .search');
      if (!slash && !(modified && event.key.toLowerCase() === 'k')) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [here, open]);
  return (
    <>
      <ActionIcon variant="subtle" size="lg" onClick={open} aria-label={t('find.open')} title={t('find.open')}>
        <Icon name="search" />
      </ActionIcon>
      <Modal
        opened={opened}
        onClose={close}
        title={t('find.open')}
        closeButtonProps={{ 'aria-label': t('close') }}
        transitionProps={{ duration: 0 }}
      >
        <Found onGo={close} reload={hasOwnPolicy(here)} />
      </Modal>
    </>
  );
}

function Found({ onGo, reload }: { onGo: () => void; reload: boolean }) {
  const list = useRef<HTMLUListElement>(null);
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const [{ data, fetching }] = useQuery({ query: FIND, variables: { text, types: null }, pause: text === '' });
  const more = useApisAndRoles(text);
  const found = text === '' ? [] : [...(data?.search.edges ?? []), ...more];
  const places = usePlaces(typed.trim());

  const onKey = (event: KeyboardEvent): void => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === 'ArrowDown') links[at + 1]?.focus();
    else if (event.key === 'ArrowUp' && at > 0) links[at - 1]?.focus();
    else if (event.key === 'Enter' && at < 0) links[0]?.click();
    else return;
    event.preventDefault();
  };
  return (
    <div onKeyDown={onKey}>
      <TextInput
        type="search"
        data-autofocus
        label={t('find.label')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ul className="found" ref={list}>
        {places.map((place) => (
          <li key={place.to}>
            <LinkTo to={place.to} reloadDocument={reload || hasOwnPolicy(place.to)} onClick={onGo}>
              {t(place.text)}
            </LinkTo>
            <div className="second">{t('find.page')}</div>
          </li>
        ))}
        {found.map(({ node }) => (
          <li key={node.id}>
            <LinkTo to={PAGES[node.__typename]} params={{ id: node.id }} reloadDocument={reload} onClick={onGo}>
              {node.name}
            </LinkTo>
            <div className="second">
              {named('found', node.__typename)}
              {node.__typename === 'User' && ` · ${node.email}`}
            </div>
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" role="status">
        {text !== '' && !fetching && found.length + places.length === 0 && t('find.none')}
      </Text>
    </div>
  );
}
