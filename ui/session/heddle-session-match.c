/* heddle-session-match.c: which link and node of one design is which of another
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session-match.h"

typedef struct
{
  HdDesign *drawn, *run;
  guint32 *scopes; /* by scope of what is drawn: of what runs, or HD_NO_ID */
  HeddleMatch *match;
} Matching;

/* A generated topology has a scope, but its objects are not in the document. */
static gboolean
is_generated (const HdScope *scope)
{
  return scope->parent != HD_NO_ID && scope->module_uid == scope->origin_uid;
}

static gboolean
same_size (const HdScope *a,
           const HdScope *b)
{
  return a->end_node - a->first_node == b->end_node - b->first_node && a->end_link - a->first_link == b->end_link - b->first_link;
}

static void
match_scopes (Matching *self)
{
  const HdScope *drawn = hd_design_get_scopes (self->drawn);
  const HdScope *run = hd_design_get_scopes (self->run);
  guint n = hd_design_get_n_scopes (self->drawn);

  /* Outer scopes come first. */
  for (guint32 i = 0; i < n; i++)
    {
      guint32 outer = i > 0 ? self->scopes[drawn[i].parent] : HD_NO_ID;
      const guint32 *members;

      self->scopes[i] = HD_NO_ID;
      if (i == 0)
        self->scopes[0] = hd_design_get_n_scopes (self->run) > 0 ? 0 : HD_NO_ID;
      else if (outer != HD_NO_ID && hd_design_find_scopes (self->run, outer, drawn[i].origin_uid, &members) > drawn[i].index)
        self->scopes[i] = members[drawn[i].index];
      if (self->scopes[i] != HD_NO_ID && is_generated (&drawn[i]) && !same_size (&drawn[i], &run[self->scopes[i]]))
        self->scopes[i] = HD_NO_ID;
    }
}

static void
match_nodes (Matching *self)
{
  const HdScope *drawn = hd_design_get_scopes (self->drawn);
  const HdScope *run = hd_design_get_scopes (self->run);
  const HdNode *nodes = hd_design_get_nodes (self->drawn);

  for (guint32 i = 0; i < self->match->n_nodes; i++)
    {
      guint32 scope = self->scopes[nodes[i].scope], first;

      self->match->nodes[i] = HD_NO_ID;
      if (scope == HD_NO_ID)
        continue;
      if (is_generated (&drawn[nodes[i].scope]))
        self->match->nodes[i] = run[scope].first_node + (i - drawn[nodes[i].scope].first_node);
      else if (hd_design_find_nodes (self->run, scope, nodes[i].origin_uid, &first) > nodes[i].index)
        self->match->nodes[i] = first + nodes[i].index;
    }
}

static void
match_links (Matching *self)
{
  const HdScope *drawn = hd_design_get_scopes (self->drawn);
  const HdScope *run = hd_design_get_scopes (self->run);
  const HdLink *links = hd_design_get_links (self->drawn);
  const HdLink *run_links = hd_design_get_links (self->run);

  for (guint32 i = 0; i < self->match->n_links; i++)
    {
      guint32 scope = self->scopes[links[i].scope], first, found = HD_NO_ID;

      if (scope != HD_NO_ID && is_generated (&drawn[links[i].scope]))
        found = run[scope].first_link + (i - drawn[links[i].scope].first_link);
      else if (scope != HD_NO_ID && hd_design_find_links (self->run, scope, links[i].origin_uid, &first) > links[i].index)
        found = first + links[i].index;
      /* A link that leads elsewhere now is another one. */
      if (found != HD_NO_ID && (self->match->nodes[links[i].from] != run_links[found].from || self->match->nodes[links[i].to] != run_links[found].to))
        found = HD_NO_ID;
      self->match->links[i] = found;
      self->match->any |= found != HD_NO_ID;
    }
}

/* @match read backwards, for the @n that run. */
static guint32 *
invert (const guint32 *match,
        guint n_drawn,
        guint n)
{
  guint32 *back = g_new (guint32, n);

  for (guint i = 0; i < n; i++)
    back[i] = HD_NO_ID;
  for (guint i = 0; i < n_drawn; i++)
    if (match[i] != HD_NO_ID)
      back[match[i]] = i;
  return back;
}

HeddleMatch *
heddle_match_new (HdDesign *drawn,
                  HdDesign *run)
{
  HeddleMatch *match = g_new0 (HeddleMatch, 1);
  g_autofree guint32 *scopes = g_new (guint32, hd_design_get_n_scopes (drawn));
  Matching self = { drawn, run, scopes, match };

  match->n_nodes = hd_design_get_n_nodes (drawn);
  match->n_links = hd_design_get_n_links (drawn);
  match->nodes = g_new (guint32, match->n_nodes);
  match->links = g_new (guint32, match->n_links);
  match_scopes (&self);
  match_nodes (&self);
  match_links (&self);
  match->drawn_nodes = invert (match->nodes, match->n_nodes, hd_design_get_n_nodes (run));
  match->drawn_links = invert (match->links, match->n_links, hd_design_get_n_links (run));
  return match;
}

void
heddle_match_free (HeddleMatch *self)
{
  g_free (self->drawn_links);
  g_free (self->drawn_nodes);
  g_free (self->links);
  g_free (self->nodes);
  g_free (self);
}
