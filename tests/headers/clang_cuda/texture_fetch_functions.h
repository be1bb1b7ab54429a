// Empty: clang's CUDA wrapper includes it, CUDA 12 and newer have none.
