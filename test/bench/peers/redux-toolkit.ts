import { configureStore, createEntityAdapter, createSelector, createSlice } from '@reduxjs/toolkit';
import type { Database } from '../../../src/core/records/database.js';
import { deepEqual } from '../../../src/core/shared/deep-equal.js';
import { summarize, type Peer } from './peer.js';

/** A slice of entities. Subscribers compare the results of a selector. The comparison of the floor drops equal answers. */
export const reduxToolkit: Peer = {
  name: '@reduxjs/toolkit',
  needsOwnRecords: true,
  open(records) {
    const adapter = createEntityAdapter<Database, string>({ selectId: ({ database_id }) => database_id });
    const slice = createSlice({
      name: 'databases',
      initialState: adapter.getInitialState(),
      reducers: { answered: adapter.setOne, allAnswered: adapter.setMany },
    });
    const { answered, allAnswered } = slice.actions;
    const store = configureStore({ reducer: slice.reducer });
    const { selectAll, selectById } = adapter.getSelectors();
    const selectSummary = createSelector([selectAll], summarize);
    type State = ReturnType<typeof store.getState>;

    function isChanged(record: Database): boolean {
      const before = selectById(store.getState(), record.database_id);
      return before === undefined || !deepEqual(before, record);
    }

    function observe<T>(select: (state: State) => T, onChange: (value: T) => void, isSame = Object.is): () => void {
      let last = select(store.getState());
      return store.subscribe(() => {
        const now = select(store.getState());
        if (isSame(now, last)) return;
        last = now;
        onChange(now);
      });
    }

    store.dispatch(allAnswered(records));
    return {
      change(record) {
        if (isChanged(record)) store.dispatch(answered(record));
      },
      changeAll: (changing) => void store.dispatch(allAnswered(changing.filter(isChanged))),
      watch: (id, onChange) => observe((state) => selectById(state, id), onChange),
      watchField: (id, field, onChange) => observe((state) => selectById(state, id)?.[field], onChange, deepEqual),
      watchAll: (onChange) => observe(selectAll, onChange),
      watchSummary: (onChange) => observe(selectSummary, onChange),
      close() {},
    };
  },
};
