import { useEffect, useState } from 'react';
import { useAct } from '../graph/act.ts';
import { takeUnsent } from '../graph/unsent.ts';
import { useViewer } from '../graph/viewer.tsx';
import { t } from '../messages/index.ts';
import { forget } from '../parts/drafts.ts';
import { notify } from '../parts/notices.tsx';

/**
 * Makes the change that waited for a fresh proof, once the reader is back with it, and says so. Returns whether it is on its
 * way: a page that reads at the same time could show what was before.
 */
export function useUnsentChange(): boolean {
  const act = useAct();
  const { user } = useViewer();
  const [unsent] = useState(takeUnsent);
  const isReady = unsent !== undefined && unsent.isProved && unsent.change.reader === user?.id;
  const [isOnItsWay, setIsOnItsWay] = useState(isReady);
  useEffect(() => {
    if (!unsent) return;
    if (!isReady) return notify(t('proof.missing'), true);
    const { document, variables, done, shows, drafts } = unsent.change;
    void act(document, variables, { done: done ?? t('saved'), ...(shows && { shows }) }).then(({ data }) => {
      if (data) for (const draft of drafts) forget(draft);
      setIsOnItsWay(false);
    });
    // Only when the console has been loaded.
  }, []);
  return isOnItsWay;
}
