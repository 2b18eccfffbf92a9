import { Button, Text } from '@mantine/core';
import { t } from '../messages/index.ts';
import { LinkTo } from './link.tsx';
import { PageHead } from './page-head.tsx';

/** Says that there is nothing at this address, or nothing that the viewer may see. */
export function NotFound() {
  return (
    <>
      <PageHead title={t('notFound.title')} />
      <Text mb="md">{t('notFound.text')}</Text>
      <LinkTo to="/">{t('nav.overview')}</LinkTo>
    </>
  );
}

/** Says that the viewer may not do what the page is for. */
export function NotAllowed({ title }: { title: string }) {
  return (
    <>
      <PageHead title={title} />
      <Text>{t('notAllowed')}</Text>
    </>
  );
}

/** Says that a page could not be shown, such as after an update of the server: then it has to be loaded again. */
export function Broken() {
  return (
    <>
      <PageHead title={t('broken.title')} />
      <Text mb="md">{t('broken.text')}</Text>
      <Button onClick={() => location.reload()}>{t('form.reload')}</Button>
    </>
  );
}
