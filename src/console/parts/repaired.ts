import { useEffect, useRef, type RefObject } from 'react';

/**
 * Repairs what the markup of a package lacks for screen readers, now and whenever the package changes it. The result is the
 * ref of the element that the package is in.
 */
export function useRepaired(repair: (place: HTMLElement) => void): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = ref.current!;
    const observer = new MutationObserver(() => repair(place));
    observer.observe(place, { childList: true, subtree: true, attributeFilter: ['aria-selected'] });
    repair(place);
    return () => observer.disconnect();
  }, [repair]);
  return ref;
}
