/**
 * A browser's translator puts elements of its own in the place of the texts that React knows. React then takes a text away that is
 * no longer there, or puts an element before it, and without this the whole page would go with it (facebook/react#11538). What is
 * nowhere is not removed, and what belongs before it comes last. Sent as source text, to run before React; so it may use nothing from
 * outside itself.
 */
export function outliveTranslators(): void {
  const { prototype } = Node
  const { removeChild, insertBefore } = prototype
  prototype.removeChild = function <T extends Node>(child: T): T {
    return child.parentNode === this ? (removeChild.call(this, child) as T) : child
  }
  prototype.insertBefore = function <T extends Node>(added: T, next: Node | null): T {
    return insertBefore.call(this, added, next?.parentNode === this ? next : null) as T
  }
}
