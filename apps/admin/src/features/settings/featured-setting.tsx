import { trpc } from '@marashi/api-client/trpc'
import { Button } from '@marashi/ui/button'
import { ArrowUp, X } from 'lucide-react'
import { settingsCopy } from '../../copy/settings.ts'
import { ChangeNote } from './change-note.tsx'
import { FindPerfume } from './find-perfume.tsx'
import { moveUp } from './move-up.ts'
import { SaveStateMark } from './save-state.tsx'
import styles from './settings-page.module.css'
import { useSetting } from './use-setting.ts'

const copy = settingsCopy.featured

/** The perfumes that the home page shows first, in their order. */
export function FeaturedSetting() {
  const { record, state, save, undo } = useSetting('home.featured')
  const { value: picks, lastChange } = record
  return (
    <div className={styles.setting}>
      <div className={styles.head}>
        <span>{copy.label}</span>
        <SaveStateMark state={state} />
      </div>
      <p className={styles.hint}>{picks.length > 0 ? copy.hint : copy.none}</p>
      {picks.length > 0 && (
        <ol className={styles.picks}>
          {picks.map((id, index) => (
            <Pick
              key={id}
              id={id}
              onUp={index > 0 ? () => void save(moveUp(id, (pick) => pick)) : null}
              onRemove={() => void save((list) => list.filter((each) => each !== id))}
            />
          ))}
        </ol>
      )}
      <FindPerfume without={picks} onFound={(id) => void save((list) => (list.includes(id) ? list : [...list, id]))} />
      <ChangeNote
        state={state}
        still={copy.count(picks.length)}
        change={lastChange}
        was={settingsCopy.was(copy.count(lastChange?.before.length ?? 0))}
        onUndo={undo}
      />
    </div>
  )
}

function Pick({ id, onUp, onRemove }: { id: string; onUp: (() => void) | null; onRemove: () => void }) {
  const { data, error } = trpc.catalogue.product.useQuery({ id }, { retry: false })
  const name = data?.name ?? (error ? copy.gone : '')
  return (
    <li className={styles.pick}>
      <span>
        {name}
        {data?.isSoldOut && <span className={styles.hint}> {copy.soldOut}</span>}
      </span>
      {onUp && (
        <Button variant="ghost" isIcon aria-label={copy.up(name)} onClick={onUp}>
          <ArrowUp size={20} aria-hidden="true" />
        </Button>
      )}
      <Button variant="ghost" isIcon aria-label={copy.remove(name)} onClick={onRemove}>
        <X size={20} aria-hidden="true" />
      </Button>
    </li>
  )
}
