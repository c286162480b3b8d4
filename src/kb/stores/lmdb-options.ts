/** What the LMDB store can be told; apart from it, so that declarations of `openKnowledgeBase` need no types of lmdb. */

export interface LmdbOptions {
  /**
   * So much of the store's file may be resident in the process before it is mapped anew; bytes, 48 MB when left out.
   * More is faster where names are looked up all over a large store; Infinity leaves it to the system.
   */
  mapped?: number;
}
