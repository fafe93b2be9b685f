import { trpc } from '@marashi/api-client/trpc'
import type { SettingRecord } from '@marashi/domain/contracts/settings'
import { type SettingKey, type ShopSettings, settingsByKey } from '@marashi/domain/rules/settings/groups'
import { useState } from 'react'
import type { SaveProgress } from './save-progress.ts'
import { SaveQueue } from './save-queue.ts'

type Group<Key extends SettingKey> = Key extends `${infer Name}.${string}` ? Name & keyof ShopSettings : never
type Name<Key extends SettingKey> = Key extends `${string}.${infer Rest}` ? Rest : never
export type ValueOf<Key extends SettingKey> =
  Name<Key> extends keyof ShopSettings[Group<Key>] ? ShopSettings[Group<Key>][Name<Key>] : never

export type Saved<Value> = SaveProgress & {
  record: SettingRecord<Value>
  save: SaveQueue<Value>['save']
  undo: () => void
}

/** One setting as the shop holds it, how its last save went, and the queue of its saves. */
export function useSetting<Key extends SettingKey>(key: Key): Saved<ValueOf<Key>> {
  type Value = ValueOf<Key>
  const { client, admin, catalogue } = trpc.useUtils()
  const { list } = admin.settings
  trpc.admin.settings.list.useQuery()
  const [group, name] = key.split('.') as [keyof ShopSettings, string]
  const read = () =>
    (list.getData()?.[group] as Record<string, SettingRecord<Value>> | undefined)?.[name] as SettingRecord<Value>
  const [queue] = useState(makeQueue)
  const [progress, setProgress] = useState(queue.progress)

  function makeQueue() {
    const { save, undo } = client.admin.settings
    return new SaveQueue<Value>(
      {
        read,
        readAgain: () => list.refetch(),
        save: (value, version) => save.mutate({ key, value: value as never, version }) as Promise<SettingRecord<Value>>,
        undo: (changeId) => undo.mutate({ changeId }) as Promise<SettingRecord<Value>>,
        asStored: (value) => {
          // As the schema of the setting writes it, the fields in its order.
          const { data = value } = settingsByKey.get(key)?.schema.safeParse(value) ?? {}
          return data as Value
        },
      },
      {
        onProgress: (now) => setProgress(now),
        onSaved: (record) => {
          list.setData(undefined, (all) => all && { ...all, [group]: { ...all[group], [name]: record } })
          void catalogue.shop.invalidate()
        },
      },
    )
  }

  return {
    ...progress,
    record: read(),
    save: (next, typed) => queue.save(next, typed),
    undo: () => queue.undo(),
  }
}
