import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { shortcutsCopy } from '../../../copy/shortcuts.ts'
import styles from './palette.module.css'
import { usePaletteGroups } from './use-palette-groups.ts'

/** The search field of the command palette and its results; a choice calls `onDone`. */
export function Palette({ onDone }: { onDone: () => void }) {
  const [typed, setTyped] = useState('')
  const { groups, isSearching } = usePaletteGroups(typed.trim())
  const [pointed, setPointed] = useState({ among: '', value: '' })
  const values = groups.flatMap(({ items }) => items.map(({ value }) => value))
  // The first result is selected, until somebody moves the selection within the same results.
  const among = `${typed.trim()} ${values.join(' ')}`

  return (
    <Command
      label={shortcutsCopy.paletteTitle}
      shouldFilter={false}
      className={styles.palette}
      value={pointed.among === among ? pointed.value : (values[0] ?? '')}
      onValueChange={(value) => setPointed({ among, value })}
    >
      <div className={styles.box}>
        <Search size={20} aria-hidden="true" />
        <Command.Input
          autoFocus
          value={typed}
          onValueChange={setTyped}
          placeholder={shortcutsCopy.palettePlaceholder}
          className={styles.input}
        />
      </div>
      <Command.List className={styles.list}>
        {isSearching && <Command.Loading>{shortcutsCopy.paletteSearching}</Command.Loading>}
        <Command.Empty>{shortcutsCopy.paletteEmpty}</Command.Empty>
        {groups.map(({ heading, items }) => (
          <Command.Group key={heading} heading={heading}>
            {items.map(({ value, icon: Icon, label, aside, open }) => (
              <Command.Item
                key={value}
                value={value}
                onSelect={() => {
                  onDone()
                  open()
                }}
              >
                <Icon size={18} aria-hidden="true" />
                <span className={styles.name}>{label}</span>
                {aside && <span className={styles.aside}>{aside}</span>}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  )
}
