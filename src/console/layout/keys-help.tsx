import { Kbd, Modal, Table } from '@mantine/core';
import { useEffect } from 'react';
import { t, type PlainKey } from '../messages/index.ts';

const KEYS: readonly (readonly [keys: readonly string[], text: PlainKey])[] = [
  [['?'], 'keys.help'],
  [['/'], 'keys.search'],
  [['Ctrl+K'], 'keys.find'],
  [['Tab'], 'keys.tab'],
  [['↓', '↑', 'j', 'k'], 'keys.move'],
  [['Home', 'End'], 'keys.ends'],
  [['Enter'], 'keys.open'],
  [['Space', 'x'], 'keys.mark'],
  [['Ctrl+Enter'], 'keys.send'],
  [['Esc'], 'keys.close'],
];

interface KeysHelpProps {
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** What the keys do. The key ? opens it. */
export function KeysHelp({ opened, onOpen, onClose }: KeysHelpProps) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const busy =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [role=dialog]');
      if (event.key !== '?' || busy || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      onOpen();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [onOpen]);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('keys.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
      transitionProps={{ duration: 0 }}
    >
      <Table className="keys" aria-label={t('keys.title')}>
        <Table.Tbody>
          {KEYS.map(([keys, text]) => (
            <Table.Tr key={text}>
              <Table.Th scope="row">
                {keys.map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Th>
              <Table.Td>{t(text)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
