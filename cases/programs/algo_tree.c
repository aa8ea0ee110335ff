// A binary search tree: insertion, in-order walk, height, removal of everything.
// expect-stdout: 2596 nodes, height 25, ordered 1
// expect-stdout: 0 nodes left
#include <stdio.h>
#include <stdlib.h>

struct node {
  int key;
  struct node *left, *right;
};

static int nodes;

static struct node* insert(struct node* tree, int key) {
  if (tree == NULL) {
    tree = calloc(1, sizeof *tree);
    tree->key = key;
    nodes++;
  } else if (key < tree->key) {
    tree->left = insert(tree->left, key);
  } else if (key > tree->key) {
    tree->right = insert(tree->right, key);
  }
  return tree;
}

static int height(const struct node* tree) {
  if (tree == NULL) {
    return 0;
  }
  int left = height(tree->left), right = height(tree->right);
  return 1 + (left > right ? left : right);
}

static int ordered(const struct node* tree, int* last) {
  if (tree == NULL) {
    return 1;
  }
  if (!ordered(tree->left, last) || tree->key <= *last) {
    return 0;
  }
  *last = tree->key;
  return ordered(tree->right, last);
}

static void destroy(struct node* tree) {
  if (tree != NULL) {
    destroy(tree->left);
    destroy(tree->right);
    free(tree);
    nodes--;
  }
}

int main(void) {
  struct node* tree = NULL;
  unsigned seed = 3;
  int last = -1;
  for (int i = 0; i < 3000; i++) {
    seed = seed * 1103515245u + 12345u;
    tree = insert(tree, (int)(seed >> 16) % 10000);
  }
  printf("%d nodes, height %d, ordered %d\n", nodes, height(tree), ordered(tree, &last));
  destroy(tree);
  printf("%d nodes left\n", nodes);
  return 0;
}
