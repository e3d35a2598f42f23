/** Brings what moves to its end: colors that still change would be measured halfway. */
export function endMotion(): void {
  for (const animation of document.getAnimations())
    if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
}
