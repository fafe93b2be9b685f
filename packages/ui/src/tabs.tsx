import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef } from 'react'
import type { FailedPartWords } from './failed-part.tsx'
import { PartBoundary } from './part-boundary.tsx'
import styles from './tabs.module.css'

export type Tab = { key: string; label: ReactNode; content: ReactNode }

/**
 * Tabs by the ARIA pattern: arrow keys, Home and End move and select, Tab enters the panel. The caller holds the
 * selected tab, so that it can be part of the address. Panels stay mounted and keep what was typed in them. A panel
 * that fails is replaced alone.
 */
export function Tabs({
  label,
  tabs,
  selected,
  onSelect,
  failed,
  strip,
}: {
  label: string
  tabs: readonly Tab[]
  selected: string
  onSelect: (key: string) => void
  failed: FailedPartWords
  /** Of many tabs, which the caller sets out itself. */
  strip?: { ref: RefObject<HTMLDivElement | null>; className: string | undefined }
}) {
  const id = useId()
  const own = useRef<HTMLDivElement>(null)
  const list = strip?.ref ?? own

  function moveBy(event: KeyboardEvent) {
    const current = tabs.findIndex((tab) => tab.key === selected)
    const target = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    const index = (target + tabs.length) % tabs.length
    const next = tabs[index]
    if (!next) return
    onSelect(next.key)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }

  return (
    <div>
      <div
        role="tablist"
        aria-label={label}
        ref={list}
        className={`${styles.list} ${strip?.className ?? ''}`}
        onKeyDown={moveBy}
      >
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.key}`}
            aria-controls={`${id}-panel-${tab.key}`}
            aria-selected={tab.key === selected}
            tabIndex={tab.key === selected ? 0 : -1}
            className={styles.tab}
            onClick={() => onSelect(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.key}
          role="tabpanel"
          id={`${id}-panel-${tab.key}`}
          aria-labelledby={`${id}-tab-${tab.key}`}
          hidden={tab.key !== selected}
          className={styles.panel}
        >
          <PartBoundary words={failed}>{tab.content}</PartBoundary>
        </div>
      ))}
    </div>
  )
}
